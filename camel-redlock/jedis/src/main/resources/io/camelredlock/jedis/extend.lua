-- Prolongs all resources if all are the token's, and raises their counters to the given ones.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the least the counter shall be
-- Result      {'OK', time, counter...} | {'LOST', time, 'absent' or 'other'} | {'CONFIG', time, fingerprint}
--             | {'COUNTER', time, key}

local function lost(resources)
  local reason
  for _, r in ipairs(resources) do
    if r.value ~= token then
      reason = (r.value or reason == 'other') and 'other' or 'absent'
    end
  end
  return reason and {'LOST', now, reason}
end

local resources = read()
return foreign() or lost(resources) or garbled(resources, true) or grant('OK', resources, function(r, i)
  r.counter = fenced and math.max(r.counter, number(i))
  return true
end)
