import { API_BASE } from '@airloom/contract/call';
import { SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { hashToken, newToken, sameBytes } from '../../../../platform/secrets.ts';
import { addressBlock } from '../../../../platform/throttle/address-block.ts';
import { browserOrigin } from '../account/common-urls.ts';
import * as repository from '../identity.repository.ts';
import type { SignIn, SignInParts } from './sign-in.service.ts';

/** The QR code is public; this cookie binds it to the one browser that gets signed in. */
const POLL_COOKIE = 'airloom_qr';
const POLL_PATH = `${API_BASE}/user/qr`;

/** Signing in on one screen by confirming on a phone that is signed in already. */
export class QrSignIn {
  readonly #parts: SignInParts;
  readonly #signIn: SignIn;

  constructor(parts: SignInParts, signIn: SignIn) {
    this.#parts = parts;
    this.#signIn = signIn;
  }

  async create(request: RequestInfo) {
    const { platform, throttle } = this.#parts;
    await throttle.attempt('lookups', addressBlock(request.address));
    const id = newId();
    const poll = newToken();
    const expiresAt = new Date(platform.now().getTime() + SIGN_IN_LIMITS.qrValidMs);
    await platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder.insertInto('qr_login').values({
          id,
          poll_hash: hashToken(poll),
          status: 'waiting',
          address: request.address,
          client: request.client,
          expires_at: expiresAt,
        }),
      ),
    );
    request.setCookie(POLL_COOKIE, poll, { path: POLL_PATH, maxAgeSeconds: SIGN_IN_LIMITS.qrValidMs / 1000 });
    return {
      qrUUID: id,
      url: `${browserOrigin(platform.settings, request)}/applogin?qr=${id}`,
      expiresAt: expiresAt.toISOString(),
    };
  }

  async poll(qrUUID: string, request: RequestInfo) {
    const { platform } = this.#parts;
    const poll = request.cookie(POLL_COOKIE);
    const row = await platform.database.asSystem((tx) =>
      tx.first(
        sqlBuilder
          .selectFrom('qr_login')
          .select(['status', 'poll_hash', 'manager_id'])
          .where('id', '=', qrUUID)
          .where('expires_at', '>', platform.now()),
      ),
    );
    if (!row || poll === undefined || !sameBytes(row.poll_hash, hashToken(poll))) {
      return { status: 'expired' as const, login: null };
    }
    if (row.status !== 'confirmed' || row.manager_id === null) return { status: row.status, login: null };
    return { status: row.status, login: await this.#finish(qrUUID, row.manager_id, request) };
  }

  async scan(scope: Scope, qrUUID: string) {
    const { platform } = this.#parts;
    const row = await platform.database.asSystem(async (tx) => {
      const scanned = await tx.first(
        sqlBuilder
          .updateTable('qr_login')
          .set({ status: 'scanned', manager_id: scope.manager })
          .where('id', '=', qrUUID)
          .where('expires_at', '>', platform.now())
          .where((where) =>
            where.or([
              where('status', '=', 'waiting'),
              where.and([where('status', '=', 'scanned'), where('manager_id', '=', scope.manager)]),
            ]),
          )
          .returning(['address', 'client', 'expires_at']),
      );
      if (scanned)
        await recordOperation(tx, scope, ownAccount(scope, audit.values(null, { browser: scanned.client })));
      return scanned;
    });
    if (!row) throw new Failure('qrExpired');
    return { address: row.address, client: row.client, expiresAt: row.expires_at.toISOString() };
  }

  async confirm(scope: Scope, qrUUID: string, allow: boolean): Promise<void> {
    const { platform } = this.#parts;
    const answered = await platform.database.asSystem(async (tx) => {
      const count = await tx.run(
        sqlBuilder
          .updateTable('qr_login')
          .set({ status: allow ? 'confirmed' : 'refused' })
          .where('id', '=', qrUUID)
          .where('manager_id', '=', scope.manager)
          .where('status', '=', 'scanned')
          .where('expires_at', '>', platform.now()),
      );
      if (count === 1)
        await recordOperation(tx, scope, ownAccount(scope, audit.values(null, { allowed: allow })));
      return count === 1;
    });
    if (!answered) throw new Failure('qrExpired');
  }

  /** The row is deleted first: a confirmed QR code signs in once. */
  async #finish(qrUUID: string, managerId: string, request: RequestInfo): Promise<LoginResponse> {
    const login = await this.#parts.platform.database.asSystem(async (tx) => {
      const used = await tx.run(sqlBuilder.deleteFrom('qr_login').where('id', '=', qrUUID));
      const manager = used === 1 ? await repository.managerById(tx, managerId) : undefined;
      if (!manager) throw new Failure('qrExpired');
      return this.#signIn.openIn(tx, manager, request);
    });
    this.#parts.platform.wakeOutbox();
    request.clearCookie(POLL_COOKIE, POLL_PATH);
    return login;
  }
}
