-- Stands between common.lua and the scripts that grant or prolong.
--
-- ARGV    5 token  6 ttl, ms  7 member; then for each resource a number (its proposal or floor) and how long its meta
--           hash outlives the grant, ms (0: for ever)

local token, ttl = ARGV[5], ARGV[6]
local counters = {}

local function number(i)
  return tonumber(ARGV[6 + 2 * i])
end

-- The reply if a counter, or a floor that would become one, is no number that this node's clock can explain (S-F1).
local function garbled(floors)
  local limit = (now + 86400000) * 1024
  for i = 1, #metas do
    local text = metas[i][1] or '0'
    counters[i] = string.find(text, '^%d+$') and tonumber(text) or limit + 1
    if counters[i] > limit or (floors and number(i) > limit) then
      return head('COUNTER') .. KEYS[2 * i - 1]
    end
  end
end

local function note(i, counter)
  local key, meta, keep = KEYS[2 * i], metas[i], tonumber(ARGV[7 + 2 * i])
  local ends = string.format('%.0f', now + ttl)
  local ended = not values[i] and tonumber(meta[3] or 0)
  if ended and ended > (tonumber(meta[4] or 0) or 0) then
    -- before its time or at it; which of the two, a reader's clock will tell
    gone(meta[3])
    call('HSET', key, 'c', counter, 'm', ARGV[7], 'x', ends, 'v', meta[3])
  else
    call('HSET', key, 'c', counter, 'm', ARGV[7], 'x', ends)
  end
  if keep > 0 then
    call('PEXPIRE', key, keep + ttl)
  end
end

-- Writes all grants, each with its expiry in the same command, and answers with the counters. Those for which there is no new
-- counter stay as they are.
local function grant(word, renewed)
  serve()
  local texts = ''
  for i = 1, count do
    local counter = renewed(i)
    if counter then
      call('SET', KEYS[1 + (i - 1) * stride], token, 'PX', ttl)
    end
    if stride == 2 then
      local text = counter and string.format('%.0f', counter) or metas[i][1] or '0'
      texts = texts .. text .. ' '
      if counter then
        note(i, text)
      end
    end
  end
  return head(word) .. texts
end

-- The counters of a lease that has its fencing token already.
local function raised(i)
  return math.max(counters[i] or 0, number(i))
end

-- S-F1: at least the proposal, whose time part is kept within the node's time ± an eighth of the longest ttl.
local function proposed(i)
  local slack = longest / 8
  local proposal = math.min(math.max(number(i), (now - slack) * 1024), (now + slack) * 1024 + 1023)
  return math.max((counters[i] or 0) + 1, proposal)
end
