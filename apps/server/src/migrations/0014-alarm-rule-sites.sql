-- A rule for sites that are all gone for good goes with the last of them: without any it would be for everywhere.
create function app.drop_rule_of_gone_sites() returns trigger language plpgsql as $$
begin
  delete from alarm_rule rule
  where rule.tenant_id = old.tenant_id and rule.id = old.rule_id
    and not exists (select from site where site.tenant_id = old.tenant_id and site.id = old.site_id)
    and not exists (
      select from alarm_rule_site of_rule where of_rule.tenant_id = rule.tenant_id and of_rule.rule_id = rule.id);
  return null;
end $$;
create trigger alarm_rule_site_gone after delete on alarm_rule_site
  for each row execute function app.drop_rule_of_gone_sites();
