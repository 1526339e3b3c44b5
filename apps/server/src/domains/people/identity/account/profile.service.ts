import { isAlias } from '@airloom/contract/formats/people/alias';
import { loginPasswordFault } from '@airloom/contract/formats/people/login-password';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Profile } from '@airloom/contract/identity/identity.model';
import type { bindInput, setAccountSwitchInput } from '@airloom/contract/identity/safety.rules';
import { FALLBACK_LANGUAGE, type Language, matchLanguage } from '@airloom/contract/languages';
import type { z } from 'zod';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { updateAlias } from '../../access/index.ts';
import * as repository from '../identity.repository.ts';
import { maskEmail, maskPhone } from '../sign-in/mask.ts';
import { hashPassword, passwordMatches } from '../sign-in/passwords.ts';
import type { OwnSecondFactor } from '../sign-in/second-factor-check.ts';
import type { SignInParts } from '../sign-in/sign-in.service.ts';
import {
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  totpUri,
} from '../sign-in/two-factor.ts';
import { deleteKeysOfPassword } from './api-keys.repository.ts';
import { TAKEN } from './registration.service.ts';
import { isTimeZoneName } from './time-zone.ts';

/** Settings that a person changes about themselves. */
export class Profiles {
  readonly #parts: SignInParts;

  readonly #secondFactor: OwnSecondFactor;

  constructor(parts: SignInParts, secondFactor: OwnSecondFactor) {
    this.#parts = parts;
    this.#secondFactor = secondFactor;
  }

  async get(managerId: string): Promise<Profile> {
    const manager = await this.#manager(managerId);
    return {
      managerUUID: manager.id,
      userName: manager.user_name,
      nickname: manager.nickname,
      phone: manager.phone ?? '',
      email: manager.email ?? '',
      language: matchLanguage(manager.language) ?? FALLBACK_LANGUAGE,
      timeZone: manager.time_zone,
      twoFactor: manager.two_factor,
      recoveryCodesLeft: manager.recovery_hashes.length,
      passwordSet: manager.password_hash !== null,
      wechatBound: manager.wechat_openid !== null,
      createdAt: manager.created_at.toISOString(),
    };
  }

  /** Whether the person still uses a password that was generated for them. */
  async mustRemind(managerId: string): Promise<boolean> {
    return (await this.#manager(managerId)).remind_password;
  }

  async setLanguage(scope: Scope, language: Language): Promise<void> {
    await this.#change(async (tx) => {
      const before = await repository.managerById(tx, scope.manager);
      await repository.updateManager(tx, scope.manager, { language });
      const changes = audit.values({ language: before?.language }, { language });
      await recordOperation(tx, scope, ownAccount(scope, changes));
    });
    this.#parts.platform.scopes.dropManagers(new Set([scope.manager]));
  }

  /** Follows the browser: an invalid time zone keeps the stored one. */
  async followTimeZone(scope: Scope, profile: Profile, timeZone: string | undefined): Promise<Profile> {
    if (timeZone === undefined || timeZone === profile.timeZone || !isTimeZoneName(timeZone)) return profile;
    if (!scope.demo) {
      await this.#parts.platform.database.asSystem((tx) =>
        repository.updateManager(tx, scope.manager, { time_zone: timeZone }),
      );
    }
    return { ...profile, timeZone };
  }

  async update(
    scope: Scope,
    change: { nickname: string; alias?: string | undefined; timeZone?: string | undefined },
  ): Promise<void> {
    if (change.timeZone !== undefined && !isTimeZoneName(change.timeZone)) {
      throw invalidField('timeZone', 'validation.invalid');
    }
    const before = await this.#manager(scope.manager);
    await this.#change(async (tx) => {
      await repository.updateManager(tx, scope.manager, {
        nickname: change.nickname,
        ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
      });
      const alias = change.alias ?? (isAlias(change.nickname) ? change.nickname : undefined);
      const previous = await updateAlias(tx, scope, alias);
      const old = { nickname: before.nickname, alias: previous, timeZone: before.time_zone };
      const { nickname, timeZone = old.timeZone } = change;
      const changes = audit.values(old, { nickname, timeZone, alias: alias ?? previous });
      await recordOperation(tx, scope, ownAccount(scope, changes));
    });
  }

  async userNameAllowedFrom(scope: Scope): Promise<Date | null> {
    return this.#allowedFrom(await this.#manager(scope.manager));
  }

  async setUserName(scope: Scope, userName: string): Promise<void> {
    const { platform } = this.#parts;
    await this.#change(async (tx) => {
      const held = await repository.lockManager(tx, scope.manager);
      if (!held) throw new Failure('accessDataDeleted');
      const from = this.#allowedFrom(held);
      if (from !== null) {
        throw new Failure('userNameChangeTooSoon', { date: from.toISOString().slice(0, 10) });
      }
      await repository.updateManager(tx, scope.manager, {
        user_name: userName,
        user_name_changed_at: platform.now(),
      });
      const changes = audit.values({ userName: scope.userName }, { userName });
      await recordOperation(tx, scope, ownAccount(scope, changes));
    }).catch(rethrowUnique(TAKEN));
    platform.scopes.dropManagers(new Set([scope.manager]));
  }

  async changePassword(
    scope: Scope,
    sessionId: string | null,
    { oldPassword, password }: { readonly oldPassword: string; readonly password: string },
    request: RequestInfo,
  ): Promise<void> {
    const { platform, sessions, events } = this.#parts;
    const manager = await this.proven(scope, oldPassword, 'oldPassword');
    if (loginPasswordFault(password, repository.loginNamesOf(manager)) === 'accountName') {
      throw invalidField('password', 'validation.password.accountName');
    }
    const passwordHash = await hashPassword(password);
    const ended = await this.#change(async (tx) => {
      await events.note(tx, scope.manager, request, 'passwordChanged');
      await repository.updateSecret(tx, scope.manager, {
        password_hash: passwordHash,
        remind_password: false,
      });
      await recordOperation(tx, scope, ownAccount(scope, [audit.secret('password')]));
      await publishEvent(tx, null, 'SignInChanged', { managerId: scope.manager, what: 'password' });
      await deleteKeysOfPassword(tx, scope.manager);
      return sessions.end(tx, scope.manager, { except: sessionId });
    });
    sessions.forget(ended);
    platform.scopes.dropManagers(new Set([scope.manager]));
  }

  /** False when the contact is bound already, which needs no code. */
  async bind(
    scope: Scope,
    { target, code, password, secondFactor }: z.output<typeof bindInput>,
    request: RequestInfo,
  ): Promise<boolean> {
    const { codes, events } = this.#parts;
    const before = await this.proven(scope, password);
    const field = target.includes('@') ? 'email' : 'phone';
    if (before[field] === target) return false;
    if (code === '') throw invalidField('code', 'validation.code');
    const useSecondFactor = await this.#secondFactor.prove(before, secondFactor);
    await codes.check('bind', target, code);
    await this.#change(async (tx) => {
      await useSecondFactor(tx);
      await codes.consume(tx, 'bind', target, code);
      if (field === 'email') await events.note(tx, scope.manager, request, 'emailChanged', maskEmail(target));
      else await events.note(tx, scope.manager, request, 'phoneChanged', maskPhone(target));
      await repository.updateManager(tx, scope.manager, { [field]: target });
      const changes = audit.values({ [field]: before[field] }, { [field]: target });
      await recordOperation(tx, scope, ownAccount(scope, changes));
    }).catch(rethrowUnique(TAKEN));
    return true;
  }

  async beginTwoFactor(scope: Scope): Promise<{ secret: string; uri: string }> {
    const { platform } = this.#parts;
    const secret = newTotpSecret();
    await this.#change(async (tx) => {
      await repository.updateSecret(tx, scope.manager, { pending_totp_secret: platform.vault.seal(secret) });
      await recordOperation(tx, scope, ownAccount(scope));
    });
    return { secret, uri: totpUri(secret, scope.userName) };
  }

  /** Returns new recovery codes; they cannot be read again. */
  async setTwoFactor(
    scope: Scope,
    input: z.output<typeof setAccountSwitchInput>,
    request: RequestInfo,
  ): Promise<string[]> {
    const manager = await this.proven(scope, input.password);
    const { platform, events } = this.#parts;
    let secrets: repository.SecretChange = {
      totp_secret: null,
      totp_last_step: null,
      pending_totp_secret: null,
    };
    if (input.twoFactor === 'totp') {
      if (manager.pending_totp_secret === null) throw new Failure('twoFactorNotBegun');
      const secret = platform.vault.unseal(manager.pending_totp_secret);
      const step = matchingStep(secret, input.code ?? '', platform.now(), null);
      if (step === null) throw invalidField('code', 'validation.code');
      secrets = { totp_secret: manager.pending_totp_secret, totp_last_step: step, pending_totp_secret: null };
    }
    if (input.twoFactor === 'code' && manager.phone === null && manager.email === null) {
      throw new Failure('twoFactorNeedsContact');
    }
    const useSecondFactor = await this.#secondFactor.prove(manager, input.secondFactor);
    const recoveryCodes = input.twoFactor === 'off' ? [] : newRecoveryCodes();
    await this.#change(async (tx) => {
      await useSecondFactor(tx);
      if (input.twoFactor === 'off' && manager.two_factor !== 'off') {
        await events.note(tx, scope.manager, request, 'twoFactorOff');
      }
      await repository.updateManager(tx, scope.manager, { two_factor: input.twoFactor });
      await repository.updateSecret(tx, scope.manager, {
        ...secrets,
        recovery_hashes: recoveryCodes.map((code) => recoveryHash(platform.vault, scope.manager, code)),
      });
      const changes = audit.values({ twoFactor: manager.two_factor }, { twoFactor: input.twoFactor });
      await recordOperation(tx, scope, ownAccount(scope, changes));
      await publishEvent(tx, null, 'SignInChanged', { managerId: scope.manager, what: 'twoFactor' });
    });
    return recoveryCodes;
  }

  /** Verifies the password of the signed-in person. Attempts are throttled like sign-ins. */
  async proven(scope: Scope, password: string, field = 'password'): Promise<repository.Manager> {
    const { throttle } = this.#parts;
    await throttle.attempt('ownPassword', scope.manager);
    const manager = await this.#manager(scope.manager);
    if (!(await passwordMatches(manager.password_hash, password))) {
      throw invalidField(field, 'validation.password.wrong');
    }
    await throttle.forgive('ownPassword', scope.manager);
    return manager;
  }

  #allowedFrom(manager: { readonly user_name_changed_at: Date | null }): Date | null {
    if (manager.user_name_changed_at === null) return null;
    const from = new Date(manager.user_name_changed_at.getTime() + ACCOUNT_LIMITS.userNameChangeEveryMs);
    return from > this.#parts.platform.now() ? from : null;
  }

  async #manager(id: string): Promise<repository.Manager> {
    const manager = await this.#parts.platform.database.asSystem((tx) => repository.managerById(tx, id));
    if (!manager) throw new Failure('accessDataDeleted');
    return manager;
  }

  async #change<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await this.#parts.platform.database.asSystem(work);
    this.#parts.platform.wakeOutbox();
    return result;
  }
}
