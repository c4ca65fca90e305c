-- Stands before every script but release.lua. Written for speed: scripts are most of what a node does for a lock.
--
-- KEYS    1 the node's configuration; then for each resource its own key and, with fencing, its meta hash:
--           c fencing counter, m member that holds, x node time at which its grant ends,
--           v the latest such time of a grant that vanished
-- ARGV    1 fingerprint of the cluster  2 longest ttl, ms  3 number of resources; the rest is each script's own
-- Result  words with blanks between them: what it is, the node's time in ms, then what the script says; the last may
--         contain blanks. A list would cost the node as much as a third of the script. What is left of a key without
--         expiry is -1.
--
-- Everything is read before anything is written: a key of a foreign type ends a script before it changed one.

local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local stamp = string.format(' %.0f ', now)
local count = tonumber(ARGV[3])
local stride = (#KEYS - 1) / count
local values, metas = {}, {}

-- Reads all; the reply if this node serves another cluster (S-N3).
local function read()
  local theirs = call('GET', KEYS[1])
  if theirs and theirs ~= ARGV[1] then
    return 'CONFIG' .. stamp .. theirs
  end
  for i = 1, count do
    local own = 2 + (i - 1) * stride
    values[i] = call('GET', KEYS[own])
    if stride == 2 then
      metas[i] = call('HMGET', KEYS[own + 1], 'c', 'm', 'x', 'v')
    end
  end
end

-- The reply if somebody else has one of the resources: how long the key that blocks longest can live, and who holds it.
local function held(token)
  local left, meta
  for i = 1, count do
    if values[i] and values[i] ~= token then
      local ms = call('PTTL', KEYS[2 + (i - 1) * stride])
      if not left or ms == -1 or (left ~= -1 and ms > left) then
        left, meta = ms, metas[i]
      end
    end
  end
  if left then
    -- what an expired holder left behind says nothing of one that leaves nothing
    local isCurrent = meta and (tonumber(meta[3] or 0) or 0) + 2 >= now
    return 'HELD' .. stamp .. string.format('%.0f ', left) .. (isCurrent and meta[2] or '')
  end
end
