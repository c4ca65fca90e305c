-- Takes all resources if all are free or already the token's; those stay as they are.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      GRANTED … counter... | HELD … ms-left member | CONFIG … fingerprint | COUNTER … key

local function minted(i)
  return not values[i] and proposed(i) or nil
end

-- Who is refused still takes part, so the node goes on serving its cluster.
local function refused()
  local reply = held(token)
  if reply then
    serve()
  end
  return reply
end

return read() or garbled() or refused() or grant('GRANTED', minted)
