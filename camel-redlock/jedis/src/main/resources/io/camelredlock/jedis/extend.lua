-- Prolongs all resources if all are the token's, and raises their counters to the given ones.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the least the counter shall be
-- Result      OK time counter... | LOST time absent-or-other | CONFIG time fingerprint
--             | COUNTER time key

local function lost()
  local reason
  for i = 1, count do
    if values[i] ~= token then
      reason = (values[i] or reason == 'other') and 'other' or 'absent'
    end
  end
  return reason and 'LOST' .. stamp .. reason
end

return read() or lost() or garbled(true) or grant('OK', raised)
