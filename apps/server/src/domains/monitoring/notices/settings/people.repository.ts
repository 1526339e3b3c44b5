import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type Language, matchLanguage, SOURCE_LANGUAGE } from '@airloom/contract/languages';
import type { AccountFlags } from '@airloom/contract/permissions';
import { reachOf } from '@airloom/contract/roles';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { visibleKinds } from '../../../network/devices/index.ts';
import { ACCOUNT_FLAGS, grantsOf } from '../../../people/access/index.ts';

/** One person with one role of the account. */
export interface Member {
  readonly managerId: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: Language;
  readonly owner: boolean;
  readonly seesAlarms: boolean;
  /** Device kinds they see. */
  readonly kinds: readonly DeviceKind[];
  readonly seesAll: boolean;
  readonly enterpriseIds: readonly string[];
  readonly siteIds: readonly string[];
}

interface Row {
  readonly manager_id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: string;
  readonly owner: boolean;
  readonly key: string;
  readonly grants: readonly string[] | null;
  readonly flags: AccountFlags;
  readonly enterprise_ids: string[];
  readonly site_ids: string[];
}

/** All active members of the account. */
export async function listMembers(tx: Transaction, tenant: string): Promise<Member[]> {
  const rows = await tx.all(sql<Row>`
    select membership.manager_id, manager.email, manager.phone, manager.language, membership.owner,
      role.key, role.grants, ${ACCOUNT_FLAGS} as flags,
      array(select enterprise_id from membership_enterprise given
        where given.tenant_id = membership.tenant_id and given.membership_id = membership.id) as enterprise_ids,
      array(select site_id from membership_site given
        where given.tenant_id = membership.tenant_id and given.membership_id = membership.id) as site_ids
    from membership
    join manager on manager.id = membership.manager_id
    join role on role.tenant_id = membership.tenant_id and role.id = membership.role_id
    where membership.tenant_id = ${tenant} and membership.disabled_at is null and manager.closed_at is null
    order by membership.owner desc, membership.manager_id`);
  return rows.map((row) => {
    const grants = new Set(grantsOf(row));
    return {
      managerId: row.manager_id,
      email: row.email,
      phone: row.phone,
      language: matchLanguage(row.language) ?? SOURCE_LANGUAGE,
      owner: row.owner,
      seesAlarms: grants.has('current_alarm'),
      kinds: visibleKinds({ grants }),
      seesAll: reachOf(row.key) === 'account',
      enterpriseIds: row.enterprise_ids,
      siteIds: row.site_ids,
    };
  });
}

export interface Place {
  readonly siteId: string | null;
  readonly enterpriseId: string | null;
  /** Null when it is about no device. */
  readonly deviceKind: DeviceKind | null;
}

/** Whether they may see an alarm of this place. */
export function sees(member: Member, { siteId, enterpriseId, deviceKind }: Place): boolean {
  if (!member.seesAlarms || (deviceKind !== null && !member.kinds.includes(deviceKind))) return false;
  if (member.seesAll) return true;
  if (siteId === null) return false;
  return (
    member.siteIds.includes(siteId) || (enterpriseId !== null && member.enterpriseIds.includes(enterpriseId))
  );
}

/** Unknown addresses get the language of the account's owner. */
export function languageFor(members: readonly Member[], managerId: string | null): Language {
  const person =
    members.find((member) => member.managerId === managerId) ?? members.find(({ owner }) => owner);
  return person?.language ?? SOURCE_LANGUAGE;
}
