import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { FALLBACK_LANGUAGE, matchLanguage } from '@airloom/contract/languages';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { missingSenders } from '../../../../platform/senders/missing-senders.ts';
import * as repository from '../identity.repository.ts';
import type { SignInParts } from './sign-in.service.ts';
import { matchingStep, recoveryHash } from './two-factor.ts';

/** Uses up the given code, in the transaction of the change. */
type Use = (tx: Transaction) => Promise<void>;

const SIX_DIGITS = /^[0-9]{6}$/;

/** The second factor of a signed-in person, for changes to how they sign in. */
export class OwnSecondFactor {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Where two-factor sign-in uses codes by SMS or mail: sends one to the person. */
  async sendCode(scope: Scope, channel: 'sms' | 'mail') {
    const { platform, codes, throttle } = this.#parts;
    const manager = await platform.database.asSystem((tx) => repository.managerById(tx, scope.manager));
    const target = (channel === 'sms' ? manager?.phone : manager?.email) ?? null;
    if (manager?.two_factor !== 'code' || target === null)
      throw invalidField('channel', 'validation.invalid');
    await throttle.attempt('codesToTarget', `own ${manager.id}`);
    await platform.database.asSystem(async (tx) => {
      const code = await codes.issue(tx, 'twoFactor', manager.id);
      await codes.send(tx, target, code, matchLanguage(manager.language) ?? FALLBACK_LANGUAGE);
      await recordOperation(tx, scope, ownAccount(scope, audit.values(null, { channel })));
    });
    platform.wakeOutbox();
    return {
      validMinutes: CODE_LIMITS.validMs / 60_000,
      retryAfter: CODE_LIMITS.resendMs / 1000,
      isSent: !missingSenders(platform.settings).includes(channel),
    };
  }

  /** Attempts are throttled like those at sign-in; the returned function locks the person in its transaction. */
  async prove(manager: repository.Manager, given: string | undefined): Promise<Use> {
    const use = await this.#checked(manager, given);
    return async (tx) => {
      const held = await repository.lockManager(tx, manager.id);
      // Two-factor sign-in was turned on or changed since this code was checked.
      if (held?.two_factor !== manager.two_factor) throw refused('required');
      await use(tx);
    };
  }

  async #checked(manager: repository.Manager, given: string | undefined): Promise<Use> {
    if (manager.two_factor === 'off') return async () => {};
    if (given === undefined || given === '') throw refused('required');
    const { throttle } = this.#parts;
    const subject = `own ${manager.id}`;
    await throttle.attempt('secondFactor', subject);
    const use = SIX_DIGITS.test(given)
      ? await this.#checkedCode(manager, given)
      : this.#checkedRecoveryCode(manager, given);
    if (use === null) throw refused('wrong');
    await throttle.forgive('secondFactor', subject);
    return use;
  }

  #checkedRecoveryCode(manager: repository.Manager, given: string): Use | null {
    const hash = recoveryHash(this.#parts.platform.vault, manager.id, given);
    if (!manager.recovery_hashes.includes(hash)) return null;
    return async (tx) => {
      if (!(await repository.useRecoveryCode(tx, manager.id, hash))) throw refused('wrong');
    };
  }

  async #checkedCode(manager: repository.Manager, given: string): Promise<Use | null> {
    const { platform, codes } = this.#parts;
    if (manager.two_factor === 'code') {
      await codes.check('twoFactor', manager.id, given).catch(refuseWrongCode);
      return (tx) => codes.consume(tx, 'twoFactor', manager.id, given).catch(refuseWrongCode);
    }
    if (manager.totp_secret === null) return null;
    const last = manager.totp_last_step === null ? null : Number(manager.totp_last_step);
    const step = matchingStep(platform.vault.unseal(manager.totp_secret), given, platform.now(), last);
    if (step === null) return null;
    return async (tx) => {
      if (!(await repository.useTotpStep(tx, manager.id, step))) throw refused('wrong');
    };
  }
}

function refused(why: 'required' | 'wrong'): Failure {
  return invalidField('secondFactor', `safety.secondFactor.${why}`);
}

function refuseWrongCode(error: unknown): never {
  throw error instanceof Failure && error.key === 'codeWrong' ? refused('wrong') : error;
}
