import type { InvitationView } from '@airloom/contract/access/access.model';
import { aliasOf, isAlias } from '@airloom/contract/formats/people/alias';
import { reachOf } from '@airloom/contract/roles';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Quotas } from '../../../../platform/quotas/quotas.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { hashToken } from '../../../../platform/secrets.ts';
import { give, insertMembership, rethrowAlreadyMember } from '../members/memberships.repository.ts';
import { moved, statusAt } from './invitation-status.ts';
import * as repository from './invitations.repository.ts';

export interface Invited {
  readonly managerId: string;
  readonly alias: string;
  /** The verified phone and e-mail of this person. */
  readonly contacts: readonly string[];
  readonly now: Date;
}

/** The invitation they used. */
interface InvitedTo {
  readonly id: string;
  readonly target: string;
  readonly site_ids: readonly string[];
  readonly enterprise_ids: readonly string[];
}

export interface Joined {
  readonly tenant: string;
  readonly membershipId: string;
  readonly roleId: string;
  readonly invitation: InvitedTo;
}

/**
 * Adds an invited person to the account of their link. The transaction must run as the system, without
 * row-level security; the invitation is locked, so that of two concurrent requests with one link one fails.
 */
export async function acceptInvitationFor(
  tx: Transaction,
  quotas: Quotas,
  token: string,
  person: Invited,
): Promise<Joined> {
  const invitation = await repository.lockByToken(tx, hashToken(token));
  if (!invitation) throw new Failure('notFound');
  const status = moved(statusAt(invitation, person.now), 'accepted');
  if (!person.contacts.includes(invitation.target)) throw new Failure('invitationForSomeoneElse');
  const tenant = invitation.tenant_id;
  await quotas.require(tx, { tenant }, 'people');
  const membershipId = newId();
  await insertMembership(tx, membershipId, {
    tenant,
    managerId: person.managerId,
    roleId: invitation.role_id,
    alias: aliasOf(person.alias),
    owner: false,
  }).catch(rethrowAlreadyMember);
  const given = await give(tx, tenant, membershipId, {
    enterpriseIds: invitation.enterprise_ids,
    siteIds: invitation.site_ids,
  });
  // Everything it offered was deleted since: the person would join without access to anything.
  if (given === 0 && reachOf(invitation.role_key) !== 'account') throw new Failure('invitationEnded');
  await repository.updateInvitation(tx, tenant, invitation.id, { status, accepted_by: person.managerId });
  await publishEvent(tx, tenant, 'PeopleChanged', {});
  await publishEvent(tx, tenant, 'PersonJoined', {
    managerId: person.managerId,
    invitationId: invitation.id,
  });
  return { tenant, membershipId, roleId: invitation.role_id, invitation };
}

/** What the holder of an invitation link sees and does; they need not be in the account yet. */
export class Acceptance {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async view(token: string): Promise<InvitationView> {
    const invitation = await this.#platform.database.asSystem((tx) =>
      repository.findByToken(tx, hashToken(token)),
    );
    if (!invitation) throw new Failure('notFound');
    return {
      accountName: invitation.account_name,
      invitedBy: invitation.invited_by ?? '',
      roleKey: invitation.role_key,
      roleName: invitation.role_name,
      target: invitation.target,
      status: statusAt(invitation, this.#platform.now()),
      expiresAt: invitation.expires_at.toISOString(),
    };
  }

  async accept(scope: Scope, token: string): Promise<{ accountUUID: string; roleUUID: string }> {
    const joined = await this.#platform.database.asSystem(async (tx) => {
      const person = await repository.findPerson(tx, scope.manager);
      if (!person) throw new Failure('accessDataDeleted');
      const accepted = await acceptInvitationFor(tx, this.#platform.quotas, token, {
        managerId: scope.manager,
        alias: isAlias(person.nickname) ? person.nickname : person.user_name,
        contacts: [person.phone, person.email].filter((contact) => contact !== null),
        now: this.#platform.now(),
      });
      await recordOperation(
        tx,
        { ...scope, tenant: accepted.tenant },
        audit.object(
          'invitation',
          { id: accepted.invitation.id, name: accepted.invitation.target },
          { sites: accepted.invitation.site_ids, organizations: accepted.invitation.enterprise_ids },
          audit.values({ invitationStatus: 'sent' }, { invitationStatus: 'accepted' }),
        ),
      );
      return accepted;
    });
    this.#platform.wakeOutbox();
    return { accountUUID: joined.tenant, roleUUID: joined.roleId };
  }
}
