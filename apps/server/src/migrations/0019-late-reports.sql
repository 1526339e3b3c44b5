-- Of each device the last report of those days whose reports are gone, and what it told of clients in its five minutes.
-- What comes later still goes on from here; what is not newer was counted.
create table device_gone_report (
  like device_report,
  slot_clients int not null,
  slot_reports int not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device (tenant_id, id) on delete cascade
);
call app.wall_off('device_gone_report');

-- Days that went before this was kept have all they will ever have. Those that are there follow on one another: one
-- that stands apart was made anew for something late.
insert into installation (key, value)
select 'reportsGoneUntil', to_jsonb(min(day)) from (
  select day, day - row_number() over (order by day)::int as run from app.report_days() day
) days
group by run order by run desc limit 1;

insert into device_gone_report (tenant_id, device_id, ts, clients, slot_clients, slot_reports)
select tenant_id, id, (value #>> '{}')::timestamp at time zone 'UTC' - interval '1 second', 0, 0, 0
from device join installation on key = 'reportsGoneUntil';

-- Five minutes of sites are now kept as long as reports may be late: those of reports that are still there are made anew.
insert into site_rollup_due (tenant_id, site_id, hour)
select tenant_id, site_id, hour from site_1h known
where hour >= (select (value #>> '{}')::timestamp at time zone 'UTC' from installation where key = 'reportsGoneUntil')
  and not exists (
    select from generate_series(hour, hour + interval '59 minutes', interval '5 minutes') at
    join site_5m own on own.tenant_id = known.tenant_id and own.slot = at and own.site_id = known.site_id)
on conflict do nothing;
