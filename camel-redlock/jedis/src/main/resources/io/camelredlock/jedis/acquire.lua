-- Takes all resources if all are free or already the token's; those stay as they are.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      GRANTED time counter... | HELD time ms-left member | CONFIG time fingerprint
--             | COUNTER time key

local function minted(i)
  return not values[i] and proposed(i) or nil
end

return read() or garbled() or held(token) or grant('GRANTED', minted)
