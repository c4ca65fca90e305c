-- Deletes what any of the tokens owns, whatever the rest is, and wakes who waits for it.
--
-- It does not ask for the cluster: a token is nobody else's, and what is left over would block others.
--
-- KEYS    see common.lua
-- ARGV    see common.lua; 4 whether to publish, 1 or 0; then the tokens
-- Result  {'OK', time} | {'LOST', time, 'absent' or 'other'}

local tokens = {}
for i = 5, #ARGV do
  tokens[ARGV[i]] = true
end

local reason
for i = 1, count do
  local own = KEYS[2 + (i - 1) * stride]
  -- a foreign type is an error, as a value, and so is nobody's token
  local value = redis.pcall('GET', own)
  if value and tokens[value] then
    redis.call('DEL', own)
    if fenced then
      redis.call('HDEL', KEYS[3 + (i - 1) * stride], 'm', 'x')
    end
    if ARGV[4] == '1' then
      -- who may not publish may still release: waiters then go by the clock
      redis.pcall('PUBLISH', own, 'released')
    end
  else
    reason = (value or reason == 'other') and 'other' or 'absent'
  end
end
return {reason and 'LOST' or 'OK', now, reason or nil}
