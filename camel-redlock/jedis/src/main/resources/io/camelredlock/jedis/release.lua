-- Deletes what any of the tokens owns, whatever the rest is, and wakes who waits for it.
--
-- It does not ask for the cluster: a token is nobody else's, and what is left over would block others. Nor for the time.
--
-- KEYS    as in common.lua
-- ARGV    3 number of resources  4 whether to publish, 1 or 0; then the tokens
-- Result  OK 0 | LOST 0 absent-or-other

local stride = (#KEYS - 1) / ARGV[3]
local tokens = {}
for i = 5, #ARGV do
  tokens[ARGV[i]] = true
end

local reason
for own = 2, #KEYS, stride do
  -- a key of a foreign type gives an error, as a value here, which is nobody's token
  local value = redis.pcall('GET', KEYS[own])
  if value and tokens[value] then
    redis.call('DEL', KEYS[own])
    if stride == 2 then
      redis.call('HDEL', KEYS[own + 1], 'm', 'x')
    end
    if ARGV[4] == '1' then
      -- who may not publish may still release: waiters then go by the clock
      redis.pcall('PUBLISH', KEYS[own], 'released')
    end
  else
    reason = (value or reason == 'other') and 'other' or 'absent'
  end
end
return reason and 'LOST 0 ' .. reason or 'OK 0'
