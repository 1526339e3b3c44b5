import { isDeepStrictEqual } from 'node:util';
import type { SubAccount } from '@airloom/contract/access/access.model';
import type { updateSubAccountInput } from '@airloom/contract/access/access.rules';
import type { Page } from '@airloom/contract/paging';
import { reachOf } from '@airloom/contract/roles';
import type { z } from 'zod';
import { audit, type Changed, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { reachNames } from '../../organizations/index.ts';
import { revokeOf } from '../invitations/invitations.repository.ts';
import { mayGrant } from '../roles/role-grants.ts';
import { loggedOffer, offerChanges, offerOf } from './logged-offer.ts';
import {
  deleteMembership,
  endSessions,
  give,
  removeSessions,
  rethrowAlreadyMember,
  takeAll,
  updateMembership,
} from './memberships.repository.ts';
import { firstNames, lockOffer, together } from './selection.ts';
import * as repository from './sub-accounts.repository.ts';

/** The people of an account, as far as the caller may see them. */
export class SubAccounts {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  list(
    scope: Scope,
    request: PageRequest & { readonly roleUUID?: string | undefined },
  ): Promise<Page<SubAccount>> {
    return this.#platform.database.withTenant(scope, async (tx) => {
      const { total, rows } = await repository.listPeople(tx, scope, request);
      const names = await reachNames(tx, scope.tenant, together(rows));
      return {
        total,
        rows: rows.map((row) => ({
          subAccountUUID: row.id,
          managerUUID: row.manager_id,
          userName: row.user_name,
          alias: row.alias,
          nickname: row.nickname,
          phone: row.phone ?? '',
          email: row.email ?? '',
          roleUUID: row.role_id,
          roleKey: row.role_key,
          roleName: row.role_name,
          reach: {
            all: reachOf(row.role_key) === 'account',
            enterpriseUUIDs: row.enterprise_ids.filter((id) => names.has(id)),
            siteUUIDs: row.site_ids.filter((id) => names.has(id)),
          },
          reachNames: firstNames({ enterpriseIds: row.enterprise_ids, siteIds: row.site_ids }, names),
          mainAccount: row.owner,
          self: row.manager_id === scope.manager,
          disabled: row.disabled_at !== null,
          lastSeenAt: row.last_seen_at?.toISOString() ?? null,
          createdAt: row.created_at.toISOString(),
        })),
      };
    });
  }

  /** False when nothing would change. */
  update(scope: Scope, input: z.output<typeof updateSubAccountInput>): Promise<boolean> {
    return this.#change(scope, input.subAccountUUID, async (tx, member) => {
      const { role, selection } = await lockOffer(tx, scope, input);
      const before = offerOf(member);
      const after = { role: { id: role.id, key: role.key, name: role.name }, ...selection };
      if (isDeepStrictEqual(before, after)) return null;
      await updateMembership(tx, scope.tenant, member.id, { role_id: role.id });
      await takeAll(tx, scope.tenant, member.id);
      await give(tx, scope.tenant, member.id, selection);
      const changes = await offerChanges(tx, scope, before, after);
      return loggedOffer('member', namedMember(member), [before, after], changes);
    });
  }

  /** False when the person is in that state already. */
  setDisabled(scope: Scope, id: string, disabled: boolean): Promise<boolean> {
    return this.#change(scope, id, async (tx, member) => {
      const before = { disabled: member.disabled_at !== null };
      if (before.disabled === disabled) return null;
      await updateMembership(tx, scope.tenant, id, { disabled_at: disabled ? this.#platform.now() : null });
      if (!disabled) return loggedMember(member, audit.values(before, { disabled }));
      await signOut(tx, scope, id);
      const revoked = await revokeInvitations(tx, scope, member);
      return [loggedMember(member, audit.values(before, { disabled })), ...revoked];
    });
  }

  async remove(scope: Scope, id: string): Promise<void> {
    await this.#change(scope, id, async (tx, member) => {
      const sessionIds = await removeSessions(tx, scope.tenant, id, this.#platform.now());
      if (sessionIds.length > 0) await publishEvent(tx, scope.tenant, 'AccessRemoved', { sessionIds });
      await deleteMembership(tx, scope.tenant, id);
      await publishEvent(tx, scope.tenant, 'PersonLeft', { name: member.user_name, by: scope.manager });
      const revoked = await revokeInvitations(tx, scope, member);
      return [loggedMember(member, await offerChanges(tx, scope, offerOf(member), null)), ...revoked];
    });
  }

  /** One change of one person whom the caller may change. `work` returns null when there is nothing to do. */
  async #change(
    scope: Scope,
    id: string,
    work: (tx: Transaction, member: repository.Member) => Promise<Changed | null>,
  ): Promise<boolean> {
    const managerId = await this.#platform.database
      .withTenant(scope, async (tx) => {
        const member = await repository.lockMember(tx, scope, id);
        if (!member) throw new Failure('notFound');
        refuseUntouchable(scope, member);
        const changed = await work(tx, member);
        if (changed === null) return null;
        await recordOperation(tx, scope, changed);
        await publishEvent(tx, scope.tenant, 'MembershipsChanged', { managerIds: [member.manager_id] });
        await publishEvent(tx, scope.tenant, 'PeopleChanged', {});
        return member.manager_id;
      })
      .catch(rethrowAlreadyMember);
    if (managerId === null) return false;
    this.#platform.scopes.dropManagers(new Set([managerId]));
    this.#platform.wakeOutbox();
    return true;
  }
}

/** Not oneself, not the main account, nobody with more rights or reach than one's own; those with more reach are hidden. */
function refuseUntouchable(scope: Scope, member: repository.Member): void {
  if (member.manager_id === scope.manager) throw new Failure('selfNotAllowed');
  if (member.owner) throw new Failure('ownerNotAllowed');
  const { role_key: key, role_grants: grants, role_flags: flags } = member;
  if (!member.within) throw new Failure('notFound');
  if (!mayGrant(scope, { key, grants, flags })) throw new Failure('permissionDenied');
}

async function signOut(tx: Transaction, scope: Scope, membershipId: string): Promise<void> {
  const sessionIds = await endSessions(tx, scope.tenant, membershipId);
  if (sessionIds.length > 0) await publishEvent(tx, scope.tenant, 'SessionsEnded', { sessionIds });
}

async function revokeInvitations(
  tx: Transaction,
  scope: Scope,
  member: repository.Member,
): Promise<ChangedObject[]> {
  const contacts = [member.phone, member.email].filter((contact) => contact !== null);
  const revoked = await revokeOf(tx, scope.tenant, { managerId: member.manager_id, contacts });
  const changes = audit.values({ invitationStatus: 'sent' }, { invitationStatus: 'revoked' });
  return revoked.map(({ id, target, site_ids: sites, enterprise_ids: organizations }) =>
    audit.object('invitation', { id, name: target }, { sites, organizations }, changes),
  );
}

function namedMember({ manager_id: id, user_name: name }: repository.Member) {
  return { id, name };
}

function loggedMember(member: repository.Member, changes: ChangedObject['changes']): ChangedObject {
  return loggedOffer('member', namedMember(member), [offerOf(member)], changes);
}
