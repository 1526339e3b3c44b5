import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import type { SiteReach } from '../../../../platform/scope.ts';

const ACCOUNT_WIDE: readonly string[] = Object.values(BUILT_IN_ROLES)
  .filter((role) => role.reach === 'account')
  .map((role) => role.key);

const everything = sql<boolean>`true`;
const narrowRole = sql<boolean>`role.key <> all(${ACCOUNT_WIDE}::text[])`;

/**
 * Whether the person of `membership` with `role` sees nothing beyond `reach`. A person with an organization
 * sees more than a person with all its current sites; a person who sees nothing is visible only to those
 * who see the whole account.
 */
export function memberWithin(reach: SiteReach): RawBuilder<boolean> {
  if (reach.kind === 'all') return everything;
  const enterprises = sql`membership_enterprise given
    where given.tenant_id = membership.tenant_id and given.membership_id = membership.id`;
  const sites = sql`membership_site given
    join site on site.tenant_id = given.tenant_id and site.id = given.site_id
    where given.tenant_id = membership.tenant_id and given.membership_id = membership.id`;
  if (reach.kind === 'sites') {
    return sql<boolean>`(${narrowRole}
      and not exists (select from ${enterprises})
      and exists (select from ${sites})
      and not exists (select from ${sites} and site.id <> all(${reach.ids}::uuid[])))`;
  }
  return sql<boolean>`(${narrowRole}
    and (exists (select from ${enterprises}) or exists (select from ${sites}))
    and not exists (select from ${enterprises} and given.enterprise_id <> all(${reach.ids}::uuid[]))
    and not exists (select from ${sites} and site.enterprise_id <> all(${reach.ids}::uuid[])))`;
}

/** The same for what `invitation` with `role` offers. */
export function invitationWithin(reach: SiteReach): RawBuilder<boolean> {
  if (reach.kind === 'all') return everything;
  if (reach.kind === 'sites') {
    return sql<boolean>`(${narrowRole}
      and invitation.enterprise_ids = '{}' and invitation.site_ids <@ ${reach.ids}::uuid[])`;
  }
  return sql<boolean>`(${narrowRole}
    and invitation.enterprise_ids <@ ${reach.ids}::uuid[]
    and not exists (
      select from unnest(invitation.site_ids) as offered (id)
      left join site on site.tenant_id = invitation.tenant_id and site.id = offered.id
      where site.enterprise_id is null or site.enterprise_id <> all(${reach.ids}::uuid[])))`;
}
