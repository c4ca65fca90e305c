-- Notes who stands among the members of the cluster, or stands no more, and tells who does.
--
-- KEYS    1 the members, a sorted set of ids by the node's time at which each is gone  2 the node's configuration, if wanted
-- ARGV    1 fingerprints of the cluster, as in common.lua  2 whether to publish, 1 or 0  3 how long to stand, ms; 0 to leave
--         4 who; empty to look only
-- Result  as in common.lua, without marker: OK … ms-left id, each on a line | CONFIG … fingerprint

local members, stay, who = KEYS[1], tonumber(ARGV[3]), ARGV[4]

local theirs = KEYS[2] and call('GET', KEYS[2])
if theirs and not isServed(theirs, ARGV[1]) then
  return string.format('CONFIG %.0f - 0 %s', now, theirs)
end

call('ZREMRANGEBYSCORE', members, '-inf', string.format('%.0f', now))
local changed = 0
if who ~= '' and stay > 0 then
  changed = call('ZADD', members, string.format('%.0f', now + stay), who)
  if call('PTTL', members) < stay then
    call('PEXPIRE', members, stay)
  end
elseif who ~= '' then
  changed = call('ZREM', members, who)
end
if changed == 1 and ARGV[2] == '1' then
  -- who may not publish may still stand: the others see it when they look
  redis.pcall('PUBLISH', members, 'changed')
end

local standing, lines = call('ZRANGE', members, 0, -1, 'WITHSCORES'), {}
for i = 1, #standing, 2 do
  lines[#lines + 1] = string.format('%.0f ', standing[i + 1] - now) .. standing[i]
end
return string.format('OK %.0f - 0 ', now) .. table.concat(lines, '\n')
