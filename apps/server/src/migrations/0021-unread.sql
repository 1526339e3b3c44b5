-- Kept with care and read by nobody.
alter table site_1h drop column devices_online_avg;
alter table wifi_1h drop column terminals;
drop index terminal_first;
