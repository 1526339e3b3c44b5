-- Zones follow daylight saving time. An offset becomes a zone that has it all year, so that no local time changes:
-- Etc/GMT-1 is an hour east of UTC, and an offset that no such place has stays an offset.
create table offset_zone (minutes int primary key, zone text not null);
insert into offset_zone (minutes, zone)
select hours * 60,
  case when hours = 0 then 'UTC' else 'Etc/GMT' || case when hours > 0 then '-' else '+' end || abs(hours) end
from generate_series(-12, 14) as hours;
insert into offset_zone (minutes, zone) values
  (-570, 'Pacific/Marquesas'), (-210, '-03:30'), (-150, '-02:30'), (210, 'Asia/Tehran'), (270, 'Asia/Kabul'),
  (330, 'Asia/Kolkata'), (345, 'Asia/Kathmandu'), (390, 'Asia/Yangon'), (525, 'Australia/Eucla'),
  (570, 'Australia/Darwin'), (630, '+10:30'), (765, '+12:45'), (825, '+13:45');
grant select on offset_zone to airloom_system;

alter table notice add column time_zone text not null default 'UTC';
alter table report_schedule add column time_zone text not null default 'UTC';

-- Row-level security is forced on the owner of the database too.
set local role airloom_system;
update site set time_zone = offset_zone.zone from offset_zone
where site.time_zone ~ '^UTC[+-]\d\d:\d\d$'
  and extract(epoch from substr(site.time_zone, 4)::interval) = offset_zone.minutes * 60;
-- The detail of a digest ends with its zone.
update notice set time_zone = zone,
  detail = case when step = 'digest' then regexp_replace(detail, ' -?\d+$', ' ' || zone) else detail end
from offset_zone where notice.zone_minutes = offset_zone.minutes;
update report_schedule set time_zone = coalesce(
  (select zone from offset_zone where minutes = zone_minutes),
  case when zone_minutes < 0 then '-' else '+' end || to_char(make_interval(mins => abs(zone_minutes)), 'HH24:MI'));
reset role;

alter table notice drop column zone_minutes, alter column time_zone drop default;
alter table report_schedule drop column zone_minutes, alter column time_zone drop default;
drop table offset_zone;
