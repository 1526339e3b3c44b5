-- Ports of a power cycle that were seen without power or link since it was sent.
alter table command add column off_ports text[] not null default '{}';
