-- Deletes what any of the tokens owns, whatever the rest is, and wakes who waits for it.
--
-- It does not ask for the cluster: a token is nobody else's, and what is left over would block others. Nor for the time.
--
-- KEYS    as in common.lua, without those of the node
-- ARGV    1 to 4 as in common.lua  5 whether to publish, 1 or 0; then the tokens
-- Result  OK 0 - 0 | LOST 0 - 0 absent-or-other

local stride = tonumber(ARGV[4])
local tokens = {}
for i = 6, #ARGV do
  tokens[ARGV[i]] = true
end

local reason
for own = 1, #KEYS, stride do
  -- a key of a foreign type gives an error, as a value here, which is nobody's token
  local value = redis.pcall('GET', KEYS[own])
  if value and tokens[value] then
    redis.call('DEL', KEYS[own])
    if stride == 2 then
      redis.call('HDEL', KEYS[own + 1], 'm', 'x')
    end
    if ARGV[5] == '1' then
      -- who may not publish may still release: waiters then go by the clock
      redis.pcall('PUBLISH', KEYS[own], 'released')
    end
  else
    reason = (value or reason == 'other') and 'other' or 'absent'
  end
end
return reason and 'LOST 0 - 0 ' .. reason or 'OK 0 - 0'
