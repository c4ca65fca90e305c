-- Stands between grant.lua and the scripts for who holds already.

-- The reply if one of the resources is not in the name of a token of these, given as keys of a table.
local function lost(tokens)
  local reason
  for i = 1, count do
    if not tokens[values[i]] then
      reason = (values[i] or reason == 'other') and 'other' or 'absent'
    end
  end
  return reason and head('LOST') .. reason
end
