-- Stands at the head of every script that shows the node's memory and clock (S-T2, S-T4).

local call = redis.call
local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

-- The marker of the node's memory as it is told: '-' if there is none, or none that a reply could carry.
local function marker(key)
  local text = key and call('GET', key)
  return text and text ~= '' and not string.find(text, ' ', 1, true) and text or '-'
end

-- Whether the cluster that is kept here is one of those in the list, one a line (S-N3).
local function isServed(kept, list)
  return kept == list or string.find('\n' .. list .. '\n', '\n' .. kept .. '\n', 1, true)
end
