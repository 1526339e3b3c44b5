-- Who edited it last; null until then. It starts in the name of this person.
alter table command_schedule
  add column edited_by uuid,
  add column edited_by_name text;
alter table upgrade_campaign
  add column edited_by uuid,
  add column edited_by_name text;
