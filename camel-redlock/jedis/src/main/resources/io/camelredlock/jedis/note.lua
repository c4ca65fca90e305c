-- Notes what a client says of itself, and tells what all have said lately (S-N3).
--
-- KEYS    1 a sorted set of what was said, by the node's time at which it was said last
-- ARGV    1 how long it is remembered, ms; then what the client says
-- Result  OK time - 0 each on a line

local said = {}
for i = 2, #ARGV do
  said[#said + 1] = string.format('%.0f', now)
  said[#said + 1] = ARGV[i]
end
call('ZADD', KEYS[1], unpack(said))
call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[1]))
call('PEXPIRE', KEYS[1], ARGV[1])
return string.format('OK %.0f - 0 ', now) .. table.concat(call('ZRANGE', KEYS[1], 0, -1), '\n')
