-- Country, time zone and NTP server of each site as the review of a change showed them, by the id of the site.
alter table configuration_change add column reviewed_sites jsonb not null default '{}';

set local role airloom_system;
-- What an unfinished change was reviewed with is not known: its sites are as they are.
update configuration_change c set reviewed_sites = (
  select coalesce(jsonb_object_agg(s.id, jsonb_build_object(
    'country_code', s.country_code, 'time_zone', s.time_zone, 'ntp_server', s.ntp_server)), '{}')
  from site s where s.tenant_id = c.tenant_id and s.id = any(c.site_ids))
where c.ended_at is null;
reset role;
