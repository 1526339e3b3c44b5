-- The VLAN an access point is to be reached in; null without a tag.
alter table device add column management_vlan int check (management_vlan between 1 and 4094);
