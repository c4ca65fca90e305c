-- Deletes the resources whoever has them, and wakes who waits for them (S-R6). When their grants should have ended is kept, so that
-- the next taker sees that they are gone before their time, and so is whose they were, to tell it.
--
-- KEYS, ARGV  see common.lua; 5 whether to publish, 1 or 0
-- Result      REMOVED … ms-left member | LOST … absent | CONFIG … fingerprint

local function remove(i)
  local own, meta = KEYS[1 + (i - 1) * stride], metas[i]
  if not values[i] then
    return
  end
  call('DEL', own)
  if meta and meta[3] then
    local ends = math.max(tonumber(meta[3]) or 0, tonumber(meta[4] or 0) or 0)
    gone(ends)
    call('HSET', KEYS[2 * i], 'v', string.format('%.0f', ends), 'f', values[i])
  end
  if ARGV[5] == '1' then
    redis.pcall('PUBLISH', own, 'released')
  end
end

local reply = read()
if reply then
  return reply
end
local left, member = blocking()
for i = 1, count do
  remove(i)
end
return left and head('REMOVED') .. string.format('%.0f ', left) .. member or head('LOST') .. 'absent'
