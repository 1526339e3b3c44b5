-- Whoever sent an invitation's message knows the invitation by its id alone.
create index invitation_id on invitation (id);
