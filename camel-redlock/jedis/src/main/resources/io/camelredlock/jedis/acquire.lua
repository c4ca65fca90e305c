-- Takes all resources if all are free or already the token's; those stay as they are.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      GRANTED time counter... | HELD time ms-left member | CONFIG time fingerprint
--             | COUNTER time key

-- S-F1: at least the proposal, whose time part is kept within the node's time ± an eighth of the longest ttl.
local function minted(i)
  if values[i] then
    return nil
  end
  local slack = longest / 8
  local proposal = math.min(math.max(number(i), (now - slack) * 1024), (now + slack) * 1024 + 1023)
  return math.max((counters[i] or 0) + 1, proposal)
end

return read() or garbled() or held(token) or grant('GRANTED', minted)
