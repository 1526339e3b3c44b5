-- What devices did in an hour in which they were put elsewhere, by where they stood: such an hour belongs to no site as
-- a whole.
create table device_moved_1h (like device_1h, site_id uuid not null);
alter table device_moved_1h add primary key (tenant_id, device_id, hour, site_id);
create index device_moved_1h_hour on device_moved_1h using brin (hour);
call app.wall_off('device_moved_1h');

-- Of the last day, of which reports are there for certain, such hours are parted when they are rolled up again.
insert into rollup_due (tenant_id, device_id, hour)
select distinct tenant_id, device_id, date_trunc('hour', at, 'UTC')
from device_stay cross join lateral (values (from_at), (to_at)) border (at)
where isfinite(at) and at > now() - interval '1 day'
on conflict do nothing;

-- A day of an access point, too, is one of the sites it stood in.
alter table device_wifi_1d drop constraint device_wifi_1d_pkey, add column site_id uuid;
update device_wifi_1d own set site_id = stay.site_id from device_stay stay
where stay.tenant_id = own.tenant_id and stay.device_id = own.device_id
  and stay.from_at <= own.day and stay.to_at >= own.day + interval '24 hours';
insert into device_wifi_1d (tenant_id, device_id, day, site_id, packets, retries)
select days.tenant_id, days.device_id, days.day, own.site_id, sum(own.packets)::bigint, sum(own.retries)::bigint
from device_wifi_1d days join device_wifi_1h own on own.tenant_id = days.tenant_id
  and own.device_id = days.device_id and own.hour >= days.day and own.hour < days.day + interval '24 hours'
where days.site_id is null
group by 1, 2, 3, 4;
delete from device_wifi_1d where site_id is null;
alter table device_wifi_1d alter column site_id set not null, add primary key (tenant_id, device_id, day, site_id);
