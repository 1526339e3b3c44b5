-- Counts and lists of what goes on, and the history, for those who see or ask for some sites only.
create index alarm_current_of_site on alarm (tenant_id, site_id, level, state) include (device_kind)
  where cleared_at is null;
create index alarm_past_of_site on alarm (tenant_id, site_id, cleared_at desc, id desc)
  where cleared_at is not null;
