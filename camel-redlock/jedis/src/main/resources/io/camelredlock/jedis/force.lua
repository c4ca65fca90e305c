-- Deletes the resources whoever has them, and wakes who waits for them (S-R6). When their grants should have ended is kept, so that
-- the next taker sees that they are gone before their time, and so is whose they were, to tell it.
--
-- KEYS, ARGV  see common.lua; 5 whether to publish, 1 or 0; then for each resource how long its meta hash outlives this, ms (0: for
--             ever)
-- Result      REMOVED … ms-left member | LOST … absent | CONFIG … fingerprint

-- When the grant should end. Clients that are not ours note nothing, and may use keys without expiry; who comes next waits for as
-- long as anybody may hold, and that shall be once.
local function ending(own, meta)
  local left = call('PTTL', own)
  local expiry = now + ((left < 0 or left > longest) and longest or left)
  local noted = tonumber(meta[3] or 0) or 0
  return math.max(expiry > noted + 2 and expiry or noted, tonumber(meta[4] or 0) or 0)
end

local function remove(i)
  local own, meta, keep = KEYS[1 + (i - 1) * stride], metas[i], tonumber(ARGV[5 + i])
  if not values[i] then
    return
  end
  if meta then
    local ends = ending(own, meta)
    gone(ends)
    call('HSET', KEYS[2 * i], 'v', string.format('%.0f', ends), 'f', values[i])
    if keep > 0 then
      call('PEXPIRE', KEYS[2 * i], keep)
    end
  end
  call('DEL', own)
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
