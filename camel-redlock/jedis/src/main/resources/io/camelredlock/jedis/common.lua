-- Stands before every other script.
--
-- KEYS    1 the node's configuration; then for each resource its own key and, with fencing, its meta hash:
--           c fencing counter, m member that holds, x node time at which its grant ends,
--           v the latest such time of a grant that vanished
-- ARGV    1 fingerprint of the cluster  2 longest ttl, ms  3 number of resources; the rest is each script's own
-- Result  a list that begins with a word and the node's time, ms
--
-- Everything is read before anything is written: a key of a foreign type ends a script before it changed one.

local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local longest = tonumber(ARGV[2])
local count = tonumber(ARGV[3])
local stride = (#KEYS - 1) / count
local fenced = stride == 2

-- The most a counter may be: S-F1's proposals follow the clock, so beyond it there is only garbage.
local limit = (now + 86400000) * 1024

local function whole(number)
  return string.format('%.0f', number)
end

local function read()
  local resources = {}
  for i = 1, count do
    local at = 2 + (i - 1) * stride
    local r = {own = KEYS[at], value = redis.call('GET', KEYS[at])}
    if fenced then
      r.meta = KEYS[at + 1]
      local fields = redis.call('HMGET', r.meta, 'c', 'm', 'x', 'v')
      r.counter, r.member = fields[1] or '0', fields[2] or ''
      r.ends, r.vanished = tonumber(fields[3] or 0) or 0, tonumber(fields[4] or 0) or 0
    end
    resources[i] = r
  end
  return resources
end

-- The reply if this node serves another cluster (S-N3).
local function foreign()
  local theirs = redis.call('GET', KEYS[1])
  if theirs and theirs ~= ARGV[1] then
    return {'CONFIG', now, theirs}
  end
end

-- The reply if somebody else has one of the resources: how long the key that blocks longest can live, and who holds it.
local function held(resources, token)
  local left, member
  for _, r in ipairs(resources) do
    if r.value and r.value ~= token then
      local ms = redis.call('PTTL', r.own)
      if not left or ms == -1 or (left ~= -1 and ms > left) then
        left = ms
        -- what an expired holder left behind says nothing of one that leaves nothing
        member = fenced and r.ends + 2 >= now and r.member or ''
      end
    end
  end
  if left then
    return {'HELD', now, left, member}
  end
end
