-- Stands between common.lua and the scripts that grant or prolong.
--
-- ARGV    4 token  5 ttl, ms  6 member; then for each resource a number (its proposal or floor) and how long its meta
--           hash outlives the grant, ms (0: for ever)

local token, ttl, member = ARGV[4], ARGV[5], ARGV[6]

local function number(i)
  return tonumber(ARGV[5 + 2 * i])
end

-- S-F1: the client's proposal, its time part kept within the node's time ± an eighth of the longest ttl.
local function clamped(proposal)
  local slack = longest / 8
  return math.min(math.max(proposal, (now - slack) * 1024), (now + slack) * 1024 + 1023)
end

-- The reply if a counter, or a floor that would become one, is no number this node's clock can explain.
local function garbled(resources, floors)
  for i, r in ipairs(resources) do
    local counter = fenced and (string.match(r.counter, '^%d+$') and tonumber(r.counter) or limit + 1)
    if counter and (counter > limit or (floors and number(i) > limit)) then
      return {'COUNTER', now, r.own}
    end
    r.counter = counter
  end
end

local function note(r, keep)
  local fields = {'c', whole(r.counter), 'm', member, 'x', whole(now + ttl)}
  if not r.value and r.ends > r.vanished then
    -- S-T3: the key is gone before or at its time; which of the two, only a later reader's clock can tell
    fields[7], fields[8] = 'v', whole(r.ends)
  end
  redis.call('HSET', r.meta, unpack(fields))
  if keep > 0 then
    redis.call('PEXPIRE', r.meta, whole(keep + ttl))
  end
end

-- Writes the grants of those that want one, each with its expiry in the same command, and answers with all counters.
local function grant(word, resources, wanted)
  redis.call('SET', KEYS[1], ARGV[1], 'PX', whole(3 * longest))
  local reply = {word, now}
  for i, r in ipairs(resources) do
    if wanted(r, i) then
      redis.call('SET', r.own, token, 'PX', ttl)
      if fenced then
        note(r, tonumber(ARGV[6 + 2 * i]))
      end
    end
    reply[i + 2] = r.counter or nil
  end
  return reply
end
