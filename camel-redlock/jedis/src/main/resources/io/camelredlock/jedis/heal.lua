-- Gives a node that lost the keys of a lease them back, if nobody else took one meanwhile.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the least the counter shall be
-- Result      {'OK', time, counter...} | {'HELD', time, ms left or -1, member} | {'CONFIG', time, fingerprint}
--             | {'COUNTER', time, key}

local resources = read()
return foreign() or garbled(resources, true) or held(resources, token) or grant('OK', resources, function(r, i)
  r.counter = fenced and math.max(r.counter, number(i))
  return true
end)
