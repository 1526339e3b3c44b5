-- The objects that an operation changed, with old and new values, and the sites and organizations they belong to: these
-- decide who sees the entry. `objects` is null in entries of earlier releases, which have only `target`, `before` and
-- `after`. Since then `target` contains the names of the objects, for searching.
alter table operation_log
  add column objects jsonb,
  add column site_ids uuid[] not null default '{}',
  add column organization_ids uuid[] not null default '{}';
