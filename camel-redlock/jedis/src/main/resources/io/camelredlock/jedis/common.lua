-- Stands between node.lua and every script about resources but release.lua. Written for speed: scripts are most of what a node
-- does for a lock.
--
-- KEYS    for each resource its own key and, if there are two for each, its meta hash:
--           c fencing counter, m member that holds, x node time at which its grant ends,
--           v the latest such time of a grant that vanished, f the token of one that was removed by force
--         then those of the node, as far as they are wanted: 1 its configuration  2 the marker of its memory
-- ARGV    1 fingerprints of the cluster, one a line: ours, then others that serve it while it is changed  2 longest ttl, ms
--         3 number of resources  4 keys for each, 1 or 2; the rest is each script's own
-- Result  words with blanks between them: what it is, the node's time in ms, its marker or '-', whether a grant vanished (1 or
--         0), then what the script says; the last may contain blanks. A list would cost the node as much as a third of the
--         script. What is left of a key without expiry is -1.
--
-- Everything is read before anything is written: a key of a foreign type ends a script before it changed one.

local longest, count, stride = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local config = KEYS[count * stride + 1]
local values, metas = {}, {}
local vanished, found = '0', '-'
local theirs -- the fingerprint that is kept here

-- How every reply begins.
local function head(word)
  return string.format('%s %.0f %s %s ', word, now, found, vanished)
end

-- S-T3: takes note of when a grant should have ended that is gone. Expiry goes by a clock that may be behind by 2 ms.
local function gone(time)
  if time and (tonumber(time) or 0) > now + 2 then
    vanished = '1'
  end
end

-- Reads all; the reply if this node serves another cluster (S-N3).
local function read()
  for i = 1, count do
    local own = 1 + (i - 1) * stride
    values[i] = call('GET', KEYS[own])
    if stride == 2 then
      local meta = call('HMGET', KEYS[own + 1], 'c', 'm', 'x', 'v')
      metas[i] = meta
      gone(meta[4])
    end
  end
  found = marker(KEYS[count * stride + 2])
  theirs = config and call('GET', config)
  if theirs and not isServed(theirs, ARGV[1]) then
    return head('CONFIG') .. theirs
  end
end

-- Keeps our fingerprint here. One of those that we only accept is left to who has it as theirs, and expires after the last of them.
local function serve()
  if config and call('PTTL', config) < 2 * longest then
    local ours = string.match(ARGV[1], '[^\n]*')
    if not theirs or theirs == ours then
      call('SET', config, ours, 'PX', 3 * longest)
    end
  end
end

-- Of the keys that are not the token's, how long the one that lives longest can still live, and who holds it; nothing if all are.
local function blocking(token)
  local left, meta
  for i = 1, count do
    if values[i] and values[i] ~= token then
      local ms = call('PTTL', KEYS[1 + (i - 1) * stride])
      if not left or ms == -1 or (left ~= -1 and ms > left) then
        left, meta = ms, metas[i]
      end
    end
  end
  -- what an expired holder left behind says nothing of one that leaves nothing
  local isCurrent = left and meta and (tonumber(meta[3] or 0) or 0) + 2 >= now
  return left, isCurrent and meta[2] or ''
end

-- The reply if somebody else has one of the resources: how long the key that blocks longest can live, and who holds it.
local function held(token)
  local left, member = blocking(token)
  if left then
    return head('HELD') .. string.format('%.0f ', left) .. member
  end
end
