-- Stands between grant.lua and the scripts for who holds already.

local function lost()
  local reason
  for i = 1, count do
    if values[i] ~= token then
      reason = (values[i] or reason == 'other') and 'other' or 'absent'
    end
  end
  return reason and head('LOST') .. reason
end
