-- Takes all resources if all are free or already the token's; those stay as they are.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      {'GRANTED', time, counter...} | {'HELD', time, ms left or -1, member} | {'CONFIG', time, fingerprint}
--             | {'COUNTER', time, key}

local resources = read()
return foreign() or garbled(resources) or held(resources, token) or grant('GRANTED', resources, function(r, i)
  if r.value then
    return false
  end
  if fenced then
    r.counter = math.max(r.counter + 1, clamped(number(i)))
  end
  return true
end)
