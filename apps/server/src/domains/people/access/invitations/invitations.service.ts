import type { Invitation, InvitationLink } from '@airloom/contract/access/access.model';
import type { inviteInput } from '@airloom/contract/access/access.rules';
import type { InvitationStatus } from '@airloom/contract/access/access.states';
import { ACCOUNT_LIMITS, CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Page } from '@airloom/contract/paging';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { missingSenders } from '../../../../platform/senders/missing-senders.ts';
import { queueMessage } from '../../../../platform/senders/queue-message.ts';
import { reachNames } from '../../organizations/index.ts';
import { loggedOffer, offerChanges, offerOf } from '../members/logged-offer.ts';
import { lockMembership } from '../members/memberships.service.ts';
import { firstNames, lockOffer, together } from '../members/selection.ts';
import { mayGrant } from '../roles/role-grants.ts';
import { invitationLink, invitationMessage } from './invitation-message.ts';
import { moved, statusAt } from './invitation-status.ts';
import * as repository from './invitations.repository.ts';

/** A newer invitation to the same target is open: the older one cannot be resent. */
const rethrowSuperseded = rethrowUnique({ invitation_open: 'invitationEnded' });

interface Invited {
  readonly invitationUUIDs: string[];
  readonly links: InvitationLink[];
}

/** Invitations to an account. Links are single-use and stored only as hashes. */
export class Invitations {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  list(
    scope: Scope,
    request: PageRequest & { readonly status?: InvitationStatus | undefined },
  ): Promise<Page<Invitation>> {
    const now = this.#platform.now();
    return this.#platform.database.withTenant(scope, async (tx) => {
      const { total, rows } = await repository.listInvitations(tx, scope, request, now);
      const names = await reachNames(tx, scope.tenant, together(rows));
      return {
        total,
        rows: rows.map((row) => ({
          invitationUUID: row.id,
          target: row.target,
          roleUUID: row.role_id,
          roleKey: row.role_key,
          roleName: row.role_name,
          reachNames: firstNames({ enterpriseIds: row.enterprise_ids, siteIds: row.site_ids }, names),
          status: statusAt(row, now),
          invitedBy: row.invited_by ?? '',
          createdAt: row.created_at.toISOString(),
          expiresAt: row.expires_at.toISOString(),
          delivery: row.delivery,
        })),
      };
    });
  }

  /** A target with an open invitation gets a new link with the current offer. */
  invite(scope: Scope, input: z.output<typeof inviteInput>, request: RequestInfo): Promise<Invited> {
    return this.#write(scope, async (tx) => {
      const now = this.#platform.now();
      const account = await repository.lockAccount(tx, scope);
      await lockMembership(tx, scope);
      const { role, selection } = await lockOffer(tx, scope, input);
      const sent = await repository.lockSent(tx, scope, input.targets);
      for (const invitation of sent) refuseBeyond(scope, invitation);
      await this.#refuseTooSoon(tx, scope, input.targets);
      const stillOpen = sent.filter((invitation) => statusAt(invitation, now) === 'sent');
      await this.#refuseTooMany(tx, scope, input.targets.length - stillOpen.length);
      const ids: string[] = [];
      const links: InvitationLink[] = [];
      for (const target of input.targets) {
        const known = sent.find((invitation) => invitation.target === target);
        const id = known?.id ?? newId();
        const token = newToken();
        const offered = {
          ...this.#fresh(scope, token),
          role_id: role.id,
          enterprise_ids: [...selection.enterpriseIds],
          site_ids: [...selection.siteIds],
        };
        if (known)
          await repository.updateInvitation(tx, scope.tenant, id, { ...offered, delivery: 'queued' });
        else await repository.insertInvitation(tx, scope, { id, target, ...offered });
        const link = await this.#send(tx, scope, { id, target, token, account: account.name }, request);
        if (link !== null) links.push(link);
        const before = known ? offerOf(known) : null;
        const after = { role: { id: role.id, key: role.key, name: role.name }, ...selection };
        const changes = await offerChanges(tx, scope, before, after);
        const offers = before === null ? [after] : [before, after];
        await recordOperation(tx, scope, loggedOffer('invitation', { id, name: target }, offers, changes));
        ids.push(id);
      }
      return { invitationUUIDs: ids, links };
    });
  }

  /** Sends a new link; the old one becomes invalid. */
  resend(scope: Scope, id: string, request: RequestInfo): Promise<InvitationLink | null> {
    return this.#write(scope, async (tx) => {
      const account = await repository.lockAccount(tx, scope);
      await lockMembership(tx, scope);
      const invitation = await this.#hold(tx, scope, id);
      const before = statusAt(invitation, this.#platform.now());
      const status = before === 'sent' ? before : moved(before, 'sent');
      const { target } = invitation;
      await this.#refuseTooSoon(tx, scope, [target]);
      if (before !== 'sent') await this.#refuseTooMany(tx, scope, 1);
      const token = newToken();
      await repository.updateInvitation(tx, scope.tenant, id, {
        ...this.#fresh(scope, token),
        status,
        delivery: 'queued',
      });
      const link = await this.#send(tx, scope, { id, target, token, account: account.name }, request);
      await recordOperation(tx, scope, loggedStatus(invitation, before, status));
      return link;
    });
  }

  async revoke(scope: Scope, id: string): Promise<void> {
    await this.#write(scope, async (tx) => {
      const invitation = await this.#hold(tx, scope, id);
      const before = statusAt(invitation, this.#platform.now());
      const status = moved(before, 'revoked');
      await repository.updateInvitation(tx, scope.tenant, id, { status });
      await recordOperation(tx, scope, loggedStatus(invitation, before, status));
    });
  }

  #fresh(scope: Scope, token: string) {
    return {
      token_hash: hashToken(token),
      invited_by: scope.manager,
      expires_at: new Date(this.#platform.now().getTime() + ACCOUNT_LIMITS.invitationValidMs),
    };
  }

  async #hold(tx: Transaction, scope: Scope, id: string): Promise<repository.LockedInvitation> {
    const invitation = await repository.lockInvitation(tx, scope, id);
    if (!invitation?.within) throw new Failure('notFound');
    refuseBeyond(scope, invitation);
    return invitation;
  }

  async #refuseTooMany(tx: Transaction, scope: Scope, opening: number): Promise<void> {
    await this.#platform.quotas.require(tx, scope, 'invitations', { adding: opening });
  }

  /** At most one message a minute to the same target, also after revoking or renewing. */
  async #refuseTooSoon(tx: Transaction, scope: Scope, targets: readonly string[]): Promise<void> {
    const expiry = await repository.newestExpiry(tx, scope, targets);
    if (expiry === null) return;
    const sentAt = expiry.getTime() - ACCOUNT_LIMITS.invitationValidMs;
    const waitMs = sentAt + CODE_LIMITS.resendMs - this.#platform.now().getTime();
    // Longer than the whole interval: the clock was set back since.
    if (waitMs <= 0 || waitMs > CODE_LIMITS.resendMs) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new Failure('invitationSentTooOften', { seconds }, { retryAfter: seconds });
  }

  /** The link where the message cannot be sent: then the inviting person passes it on. */
  async #send(
    tx: Transaction,
    scope: Scope,
    to: { readonly id: string; readonly target: string; readonly token: string; readonly account: string },
    request: RequestInfo,
  ): Promise<InvitationLink | null> {
    const { settings, vault } = this.#platform;
    const link = invitationLink(settings, request.origin, to.token);
    const about = { inviter: scope.userName, account: to.account, link };
    const message = invitationMessage(to.target, request.language, about);
    await queueMessage(tx, vault, message, { tenant: scope.tenant, invitationId: to.id });
    return missingSenders(settings).includes(message.channel) ? { target: to.target, link } : null;
  }

  async #write<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await this.#platform.database
      .withTenant(scope, async (tx) => {
        const done = await work(tx);
        await publishEvent(tx, scope.tenant, 'PeopleChanged', {});
        return done;
      })
      .catch(rethrowSuperseded);
    this.#platform.wakeOutbox();
    return result;
  }
}

/** The result of the last message, reported by the sender job. */
export async function setDelivery(
  platform: Platform,
  invitationId: string,
  outcome: Invitation['delivery'],
): Promise<void> {
  await platform.database.asSystem(async (tx) => {
    const tenant = await repository.updateDelivery(tx, invitationId, outcome);
    if (tenant !== undefined) await publishEvent(tx, tenant, 'PeopleChanged', {});
  });
  platform.wakeOutbox();
}

/** Refuses an invitation that offers more than the caller holds. */
function refuseBeyond(scope: Scope, invitation: repository.LockedInvitation): void {
  const { role_key: key, role_grants: grants, role_flags: flags } = invitation;
  if (!invitation.within || !mayGrant(scope, { key, grants, flags })) throw new Failure('permissionDenied');
}

function loggedStatus(
  invitation: repository.LockedInvitation,
  before: InvitationStatus,
  after: InvitationStatus,
): ChangedObject {
  const changes = audit.values({ invitationStatus: before }, { invitationStatus: after });
  const named = { id: invitation.id, name: invitation.target };
  return loggedOffer('invitation', named, [offerOf(invitation)], changes);
}
