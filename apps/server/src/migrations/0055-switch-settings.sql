-- Switches have at most one setting of each of their kinds; port profiles may be many.
drop index setting_single;
create unique index setting_single on setting
  (tenant_id, kind, coalesce(enterprise_id, site_id, group_id, device_id))
  where kind in ('radios', 'whitelist', 'gatewayAuth', 'managementVlan', 'switchBase', 'switchPorts', 'switchVlans',
    'switchRoutes');
-- Which switches use a port profile.
create index setting_port_profiles on setting using gin ((value -> 'ports') jsonb_path_ops) where kind = 'switchPorts';
