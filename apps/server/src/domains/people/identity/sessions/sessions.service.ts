import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { SessionItem } from '@airloom/contract/identity/identity.model';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { isGrant } from '@airloom/contract/permissions';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Authenticated, Authenticator, RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { loadScope } from '../../access/index.ts';
import { API_KEY_PREFIX, apiKeyBySecret, touchApiKey } from '../account/api-keys.repository.ts';
import { storeSelectedScope } from './selected-scope.repository.ts';
import * as repository from './sessions.repository.ts';

/** Writing "seen" at each request would cost more than the request; this is precise enough for 30 minutes. */
const TOUCH_EVERY_MS = 30_000;

export interface OpenedSession {
  readonly token: string;
  readonly sessionId: string;
}

/** Opaque tokens, stored hashed. 30 minutes without a request end a session on the server too. */
export class Sessions implements Authenticator {
  readonly #platform: Platform;
  /** By session, the monotonic time at which it was last written as seen. */
  readonly #touched = new Map<string, number>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  async open(
    tx: Transaction,
    who: { readonly managerId: string; readonly tenant: string; readonly membershipId: string },
    request: RequestInfo,
  ): Promise<OpenedSession> {
    const token = newToken();
    const sessionId = newId();
    await repository.insertSession(tx, {
      id: sessionId,
      tokenHash: hashToken(token),
      managerId: who.managerId,
      tenant: who.tenant,
      membershipId: who.membershipId,
      address: request.address,
      client: request.client,
      now: this.#platform.now(),
    });
    return { token, sessionId };
  }

  async authenticate(token: string, { isActive } = { isActive: true }): Promise<Authenticated> {
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const known = this.#platform.scopes.get(key);
    if (known) {
      if (isActive) await this.#touch(known);
      return known;
    }
    return this.#platform.scopes.load(key, () =>
      this.#platform.database.asSystem(async (tx) => {
        if (token.startsWith(API_KEY_PREFIX)) return this.#byApiKey(tx, hash);
        const found = await this.#bySession(tx, hash, key);
        if (isActive && found.sessionId !== null) await this.#touchIn(tx, found.sessionId);
        return found;
      }),
    );
  }

  /** A new token for the session, now with another of the person's roles. */
  async switchTo(
    tx: Transaction,
    sessionId: string,
    to: { tenant: string; membershipId: string },
  ): Promise<string> {
    const token = newToken();
    const switched = await repository.switchSession(tx, sessionId, { tokenHash: hashToken(token), ...to });
    if (!switched) throw new Failure('tokenTimeout');
    return token;
  }

  /** What the session shows. Outside the caller's reach it protects nothing, so nothing is checked. */
  async show(scope: Scope, sessionId: string, currentId: string | null): Promise<void> {
    await this.#platform.database.asSystem(async (tx) => {
      await repository.setCurrent(tx, sessionId, currentId);
      await storeSelectedScope(tx, scope, currentId);
    });
  }

  async list(scope: Scope, currentId: string | null): Promise<SessionItem[]> {
    const rows = await this.#platform.database.withPerson(scope.manager, (tx) =>
      repository.sessionsOf(tx, scope.manager, this.#idleSince()),
    );
    return rows
      .filter((row) => !scope.demo || row.id === currentId)
      .map((row) => ({
        sessionUUID: row.id,
        current: row.id === currentId,
        address: row.address,
        client: row.client,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      }));
  }

  /** Ends sessions in the caller's transaction; {@link forget} them once it has committed. */
  async end(
    tx: Transaction,
    managerId: string,
    which: { readonly only?: string; readonly except?: string | null } = {},
  ): Promise<string[]> {
    // Pending second factors were started with credentials that may just have changed.
    if (which.only === undefined) await repository.deleteHalfSignedIn(tx, managerId);
    return this.#publishEnded(tx, await repository.endSessions(tx, managerId, which));
  }

  async endAllOf(tx: Transaction, tenant: string): Promise<string[]> {
    return this.#publishEnded(tx, await repository.endSessionsOfTenant(tx, tenant));
  }

  /** Drops cached sessions and closes their live sockets. */
  forget(sessionIds: readonly string[], closeCode: number = LIVE_CLOSE.sessionEnded): void {
    const ids = new Set(sessionIds);
    this.#platform.scopes.dropSessions(ids);
    this.#platform.live.closeWhere(closeCode, (listener) => ids.has(listener.sessionId));
    for (const id of ids) this.#touched.delete(id);
  }

  /** Ends expired sessions, so that their live sockets close. */
  async deleteStale(): Promise<void> {
    const now = this.#platform.now();
    const ended = await this.#platform.database.asSystem(async (tx) => {
      await repository.deleteExpired(tx, now);
      await repository.restartFutureSessions(tx, now);
      await repository.deleteRemovedSessions(tx, this.#idleSince());
      // The clock may have been set forward: sessions in use by monotonic time are marked as seen now.
      const inUse = [...this.#touched.keys()].filter((id) => this.#isInUse(id));
      await repository.touchIdleSessions(tx, inUse, this.#idleSince(), now);
      return repository.deleteIdleSessions(tx, this.#idleSince());
    });
    this.forget(ended);
    const forgotten = this.#platform.monotonic() - SESSION_LIMITS.inactivityMs;
    for (const [id, at] of this.#touched) if (at < forgotten) this.#touched.delete(id);
  }

  async #publishEnded(tx: Transaction, sessionIds: string[]): Promise<string[]> {
    if (sessionIds.length > 0) await publishEvent(tx, null, 'SessionsEnded', { sessionIds });
    return sessionIds;
  }

  async #bySession(tx: Transaction, hash: Buffer, key: string): Promise<Authenticated> {
    const session = await repository.sessionByToken(tx, hash);
    if (!session) {
      if (await repository.isRemoved(tx, hash)) throw new Failure('accessDataDeleted');
      const last = this.#platform.scopes.lastSeen(key)?.scope;
      if (last) await this.#scopeOf(tx, last.tenant, last.membership);
      throw new Failure('tokenTimeout');
    }
    if (session.last_seen_at <= this.#idleSince() && !this.#isInUse(session.id))
      throw new Failure('tokenTimeout');
    const loaded = await this.#scopeOf(tx, session.tenant_id, session.membership_id);
    return {
      sessionId: session.id,
      language: loaded.language,
      scope: { ...loaded.scope, demoSession: loaded.scope.demo ? session.id : null },
    };
  }

  /** The scope of a person, or the reason why they have none. */
  async #scopeOf(tx: Transaction, tenant: string, membershipId: string) {
    const loaded = await loadScope(tx, tenant, membershipId);
    if (!loaded) throw new Failure('accessDataDeleted');
    if (loaded.disabled || loaded.closed) throw new Failure('accountError');
    return loaded;
  }

  async #byApiKey(tx: Transaction, hash: Buffer): Promise<Authenticated> {
    const apiKey = await apiKeyBySecret(tx, hash, this.#platform.now());
    const loaded = apiKey && (await loadScope(tx, apiKey.tenant_id, apiKey.membership_id));
    if (!apiKey || !loaded || loaded.disabled || loaded.closed) throw new Failure('tokenTimeout');
    await touchApiKey(tx, apiKey.tenant_id, apiKey.id, this.#platform.now());
    const grants = new Set(apiKey.grants.filter(isGrant).filter((grant) => loaded.scope.grants.has(grant)));
    return {
      sessionId: null,
      language: loaded.language,
      scope: { ...loaded.scope, grants },
    };
  }

  async #touch(who: Authenticated): Promise<void> {
    const { sessionId } = who;
    if (sessionId === null) return;
    if (this.#isTouched(sessionId)) return;
    await this.#platform.database.asSystem((tx) => this.#touchIn(tx, sessionId));
  }

  async #touchIn(tx: Transaction, sessionId: string): Promise<void> {
    if (this.#isTouched(sessionId)) return;
    this.#touched.set(sessionId, this.#platform.monotonic());
    await repository.touchSession(tx, sessionId, this.#platform.now());
  }

  #isTouched(sessionId: string): boolean {
    const at = this.#touched.get(sessionId);
    return at !== undefined && this.#platform.monotonic() - at < TOUCH_EVERY_MS;
  }

  #isInUse(sessionId: string): boolean {
    const at = this.#touched.get(sessionId);
    return at !== undefined && this.#platform.monotonic() - at < SESSION_LIMITS.inactivityMs;
  }

  /** Takes uses since the last write into account: never less than the 30 minutes. */
  #idleSince(): Date {
    return new Date(this.#platform.now().getTime() - SESSION_LIMITS.inactivityMs - TOUCH_EVERY_MS);
  }
}
