-- Notes the takeover of a client, and tells which others have been noted lately (S-N3).
--
-- KEYS    1 a hash: the node's time at which each takeover was noted last
-- ARGV    1 the client's takeover  2 how long one is remembered, ms; then the others there are
-- Result  OK time - 0 other...

call('HSET', KEYS[1], ARGV[1], string.format('%.0f', now))
call('PEXPIRE', KEYS[1], ARGV[2])
local others = ''
for i = 3, #ARGV do
  local noted = tonumber(call('HMGET', KEYS[1], ARGV[i])[1] or '')
  if noted and now - noted < tonumber(ARGV[2]) then
    others = others .. ' ' .. ARGV[i]
  end
end
return string.format('OK %.0f - 0', now) .. others
