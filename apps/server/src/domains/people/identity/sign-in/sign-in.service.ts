import { CLIENT_HEADER } from '@airloom/contract/call';
import { CODE_LIMITS, SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { sql } from 'kysely';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { type RequestInfo, SESSION_COOKIE } from '../../../../platform/http/context.ts';
import type { ConcurrentCodes } from '../../../../platform/one-time-codes/concurrent-codes.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { translate } from '../../../../platform/text/text.ts';
import { addressBlock } from '../../../../platform/throttle/address-block.ts';
import { firstMembershipOf, loadScope } from '../../access/index.ts';
import { demoVisitor } from '../../accounts/index.ts';
import type { SecurityEvents } from '../account/security-events.ts';
import * as repository from '../identity.repository.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import type { Codes } from './codes.service.ts';
import { knownBrowser, rememberBrowser } from './known-browser.ts';
import { maskEmail, maskPhone } from './mask.ts';
import { passwordMatches } from './passwords.ts';
import type { SignInThrottle } from './throttle-policies.ts';
import { matchingStep, recoveryHash } from './two-factor.ts';

type SecondFactorMethod = NonNullable<LoginResponse['secondFactor']>['methods'][number];

interface Membership {
  readonly tenant: string;
  readonly membershipId: string;
}

export interface SignInParts {
  readonly platform: Platform;
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly resetCodes: ConcurrentCodes;
  readonly throttle: SignInThrottle;
  readonly events: SecurityEvents;
}

/** Common end of all sign-in methods: checks for a second factor, creates the session and logs it. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async byPassword(username: string, password: string, request: RequestInfo): Promise<LoginResponse> {
    const { throttle, platform } = this.#parts;
    const address = addressBlock(request.address);
    await throttle.attempt('address', address);
    const manager = await platform.database.asSystem((tx) => repository.managerByLoginName(tx, username));
    const browser = manager && knownBrowser(platform.vault, manager.id, request);
    const subject = browser ?? repository.normalLoginName(username);
    await throttle.attempt('account', subject);
    if (!(await passwordMatches(manager?.password_hash, password)) || !manager) {
      platform.metrics.signIns.inc({ outcome: 'wrong' });
      throw new Failure('wrongCredentials');
    }
    await throttle.forgive('account', subject);
    await throttle.takeBack('address', address);
    return this.admit(manager, request);
  }

  async byPhone(phone: string, code: string, request: RequestInfo): Promise<LoginResponse> {
    const { throttle, codes, platform } = this.#parts;
    const address = addressBlock(request.address);
    await throttle.attempt('address', address);
    await codes.check('smsLogin', phone, code);
    const manager = await platform.database.asSystem(async (tx) => {
      await codes.consume(tx, 'smsLogin', phone, code);
      return repository.managerByContact(tx, phone);
    });
    if (!manager) throw new Failure('codeWrong');
    await throttle.takeBack('address', address);
    return this.admit(manager, request);
  }

  async asDemoVisitor(request: RequestInfo): Promise<LoginResponse> {
    const { platform, sessions, throttle } = this.#parts;
    await throttle.attempt('lookups', addressBlock(request.address));
    const visitor = await this.openDemo();
    if (!visitor) throw new Failure('demoOff');
    const session = await platform.database.asSystem((tx) => sessions.open(tx, visitor, request));
    return this.#answer(session.token, visitor.userName, '', request);
  }

  /** The person a visitor of the demo signs in as; null where there is no demo, or it is closed to visitors. */
  openDemo() {
    return this.#parts.platform.database.asSystem(async (tx) => {
      const visitor = await demoVisitor(tx);
      const loaded = visitor && (await loadScope(tx, visitor.tenant, visitor.membershipId));
      return !loaded || loaded.closed || loaded.disabled ? null : visitor;
    });
  }

  /** After the first factor: requires the second one, where it is set. */
  async admit(manager: repository.Manager, request: RequestInfo): Promise<LoginResponse> {
    return manager.two_factor === 'off' ? this.#open(manager, request) : this.#askSecondFactor(manager);
  }

  async checkSecondFactor(
    input: { readonly ticket: string; readonly method: SecondFactorMethod; readonly code: string },
    request: RequestInfo,
  ): Promise<LoginResponse> {
    const { platform, throttle } = this.#parts;
    const manager = await this.managerOfTicket(input.ticket, { countAttempt: true });
    request.speakTo(manager.language);
    // A ticket allows few attempts, but a password can create any number of tickets.
    await throttle.attempt('secondFactor', manager.id);
    if (!(await this.#secondFactorMatches(manager, input.method, input.code))) {
      platform.metrics.signIns.inc({ outcome: 'second factor wrong' });
      throw new Failure('secondFactorWrong');
    }
    const used = await platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('sign_in_ticket').where('token_hash', '=', hashToken(input.ticket))),
    );
    if (used === 0) throw new Failure('signInTicketExpired');
    await throttle.forgive('secondFactor', manager.id);
    return this.#open(manager, request);
  }

  async managerOfTicket(ticket: string, options: { countAttempt: boolean }): Promise<repository.Manager> {
    const { platform } = this.#parts;
    const manager = await platform.database.asSystem(async (tx) => {
      const row = await tx.first(
        sqlBuilder
          .updateTable('sign_in_ticket')
          .set({ attempts: sql<number>`attempts + ${options.countAttempt ? 1 : 0}` })
          .where('token_hash', '=', hashToken(ticket))
          .where('expires_at', '>', platform.now())
          .where('attempts', '<', CODE_LIMITS.attemptsMax)
          .returning('manager_id'),
      );
      return row && repository.managerById(tx, row.manager_id);
    });
    if (!manager) throw new Failure('signInTicketExpired');
    return manager;
  }

  async #askSecondFactor(manager: repository.Manager): Promise<LoginResponse> {
    const { platform } = this.#parts;
    const ticket = newToken();
    await platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder.insertInto('sign_in_ticket').values({
          token_hash: hashToken(ticket),
          manager_id: manager.id,
          expires_at: new Date(platform.now().getTime() + SIGN_IN_LIMITS.ticketValidMs),
        }),
      ),
    );
    const methods: SecondFactorMethod[] = [];
    if (manager.two_factor === 'totp') methods.push('totp');
    if (manager.two_factor === 'code' && manager.phone) methods.push('sms');
    if (manager.two_factor === 'code' && manager.email) methods.push('mail');
    if (manager.recovery_hashes.length > 0) methods.push('recovery');
    return {
      access_token: '',
      username: manager.user_name,
      remindMsg: '',
      secondFactor: { ticket, methods, phone: maskPhone(manager.phone), email: maskEmail(manager.email) },
    };
  }

  async #secondFactorMatches(
    manager: repository.Manager,
    method: SecondFactorMethod,
    code: string,
  ): Promise<boolean> {
    const { platform, codes } = this.#parts;
    if (method === 'totp') {
      if (manager.two_factor !== 'totp' || manager.totp_secret === null) return false;
      const last = manager.totp_last_step === null ? null : Number(manager.totp_last_step);
      const step = matchingStep(platform.vault.unseal(manager.totp_secret), code, platform.now(), last);
      return (
        step !== null && platform.database.asSystem((tx) => repository.useTotpStep(tx, manager.id, step))
      );
    }
    if (method === 'recovery') {
      const hash = recoveryHash(platform.vault, manager.id, code);
      return platform.database.asSystem((tx) => repository.useRecoveryCode(tx, manager.id, hash));
    }
    const target = method === 'sms' ? manager.phone : manager.email;
    if (manager.two_factor !== 'code' || target === null) return false;
    await codes.check('twoFactor', target, code);
    await platform.database.asSystem((tx) => codes.consume(tx, 'twoFactor', target, code));
    return true;
  }

  async #open(manager: repository.Manager, request: RequestInfo): Promise<LoginResponse> {
    const { platform } = this.#parts;
    const answer = await platform.database.asSystem((tx) => this.openIn(tx, manager, request));
    platform.wakeOutbox();
    return answer;
  }

  /** Creates a session with the person's first role, in the caller's transaction. */
  async openIn(
    tx: Transaction,
    manager: Pick<repository.Manager, 'id' | 'user_name' | 'language' | 'remind_password'>,
    request: RequestInfo,
    membership?: Membership,
  ): Promise<LoginResponse> {
    request.speakTo(manager.language);
    const chosen = membership ?? (await firstMembershipOf(tx, manager.id));
    if (!chosen) throw new Failure('accountError');
    await this.#parts.events.noteSignIn(tx, manager.id, request);
    const session = await this.#parts.sessions.open(tx, { managerId: manager.id, ...chosen }, request);
    await recordOperation(
      tx,
      {
        tenant: chosen.tenant,
        manager: manager.id,
        userName: manager.user_name,
        origin: { address: request.address, call: request.call, requestId: request.id },
      },
      ownAccount(
        { manager: manager.id, userName: manager.user_name },
        audit.values(null, { browser: request.client }),
      ),
    );
    if (manager.language === '' && request.requestedLanguage !== undefined) {
      await repository.updateManager(tx, manager.id, { language: request.requestedLanguage });
    }
    rememberBrowser(this.#parts.platform.vault, manager.id, request);
    this.#parts.platform.metrics.signIns.inc({ outcome: 'ok' });
    const remind = manager.remind_password ? translate(request.language, 'notices.generatedPassword') : '';
    return this.#answer(session.token, manager.user_name, remind, request);
  }

  /** Browsers keep the token in an HttpOnly cookie; apps get it in the answer. */
  #answer(token: string, username: string, remindMsg: string, request: RequestInfo): LoginResponse {
    return { access_token: deliverToken(token, request), username, remindMsg, secondFactor: null };
  }
}

export function deliverToken(token: string, request: RequestInfo): string {
  request.setCookie(SESSION_COOKIE, token);
  return request.header(CLIENT_HEADER) === 'web' ? '' : token;
}
