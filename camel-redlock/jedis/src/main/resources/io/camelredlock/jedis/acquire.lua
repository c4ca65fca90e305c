-- Takes all resources if all are free or already the token's; those stay as they are.
--
-- KEYS, ARGV  see common.lua and grant.lua; the number is the proposal for the fencing token
-- Result      GRANTED … counter... | HELD … ms-left member | CONFIG … fingerprint | COUNTER … key

local function minted(i)
  return not values[i] and proposed(i) or nil
end

return read() or garbled() or held(token) or grant('GRANTED', minted)
