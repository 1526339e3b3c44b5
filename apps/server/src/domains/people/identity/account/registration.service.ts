import { loginPasswordFault } from '@airloom/contract/formats/people/login-password';
import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { registerInput, resetPasswordInput } from '@airloom/contract/identity/registration.rules';
import type { CodePurpose, LoginResponse } from '@airloom/contract/identity/sign-in.model';
import type { sendCodeInput } from '@airloom/contract/identity/sign-in.rules';
import { matchLanguage } from '@airloom/contract/languages';
import type { z } from 'zod';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure, invalidField } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import { inGroups } from '../../../../platform/one-time-codes/concurrent-codes.ts';
import { missingSenders } from '../../../../platform/senders/missing-senders.ts';
import { addressBlock } from '../../../../platform/throttle/address-block.ts';
import { acceptInvitationFor, membershipsOf } from '../../access/index.ts';
import { openAccount } from '../../accounts/index.ts';
import * as repository from '../identity.repository.ts';
import { channelOf } from '../sign-in/contact-message.ts';
import { hashPassword, passwordMatches } from '../sign-in/passwords.ts';
import type { SignIn, SignInParts } from '../sign-in/sign-in.service.ts';
import { deleteKeysOfPassword } from './api-keys.repository.ts';

/** Names and contacts in use, by their unique index. */
export const TAKEN = {
  manager_user_name: 'userNameTaken',
  manager_email: 'contactTaken',
  manager_phone: 'contactTaken',
} as const;

/** Registration and password reset. No answer reveals whether a contact is known. */
export class Registration {
  readonly #parts: SignInParts;
  readonly #signIn: SignIn;

  constructor(parts: SignInParts, signIn: SignIn) {
    this.#parts = parts;
    this.#signIn = signIn;
  }

  async sendCode(input: z.output<typeof sendCodeInput>, request: RequestInfo) {
    const { platform, throttle } = this.#parts;
    const target = await this.#targetOf(input);
    await throttle.attempt('codesFromAddress', addressBlock(request.address));
    // A pending second factor implies the password: codes requested by others do not block it.
    const subject = input.purpose === 'twoFactor' ? `2nd ${target}` : target;
    if (input.purpose !== 'resetPassword') await throttle.attempt('codesToTarget', subject);
    await platform.database.asSystem((tx) => this.#issueCode(tx, input.purpose, target, request));
    platform.wakeOutbox();
    return {
      validMinutes: CODE_LIMITS.validMs / 60_000,
      retryAfter: CODE_LIMITS.resendMs / 1000,
      isSent: !missingSenders(platform.settings).includes(channelOf(target)),
    };
  }

  async #issueCode(
    tx: Transaction,
    purpose: CodePurpose,
    target: string,
    request: RequestInfo,
  ): Promise<void> {
    const { codes, resetCodes } = this.#parts;
    // Stored even when it is not sent: the interval until the next request must not reveal who is registered.
    const code =
      purpose === 'resetPassword'
        ? await resetCodes.issue(tx, target)
        : await codes.issue(tx, purpose, target);
    if (code === null) return;
    const shown = inGroups(code);
    const known = await repository.managerByContact(tx, target);
    const language = matchLanguage(known?.language) ?? request.language;
    if (purpose === 'register' && known) await codes.notifyAlreadyRegistered(tx, target, language);
    else if (known || purpose === 'register' || purpose === 'bind') {
      await codes.send(tx, target, shown, language);
    } else await codes.withhold(tx, target, shown, language);
  }

  async isAvailable(username: string, request: RequestInfo): Promise<boolean> {
    const { platform, throttle } = this.#parts;
    await throttle.attempt('lookups', addressBlock(request.address));
    return platform.database.asSystem(
      async (tx) => (await repository.managerByLoginName(tx, username)) === undefined,
    );
  }

  async register(input: z.output<typeof registerInput>, request: RequestInfo): Promise<LoginResponse> {
    const { platform, codes, throttle } = this.#parts;
    if (!platform.settings.AIRLOOM_REGISTRATION && input.invitation === undefined) {
      throw new Failure('registrationClosed');
    }
    await throttle.attempt('registrations', addressBlock(request.address));
    // The link of an invitation was sent to the same contact, so it proves it as a code does.
    const code = input.invitation === undefined ? (input.code ?? '') : null;
    if (code !== null) await codes.check('register', input.target, code);
    const passwordHash = await hashPassword(input.password);
    const answer = await platform.database
      .asSystem(async (tx) => {
        if (code !== null) await codes.consume(tx, 'register', input.target, code);
        const id = newId();
        const language = request.requestedLanguage ?? '';
        await repository.insertManager(tx, {
          id,
          userName: input.username,
          phone: input.target.includes('@') ? null : input.target,
          email: input.target.includes('@') ? input.target : null,
          language,
          passwordHash,
          remindPassword: false,
        });
        const membership =
          input.invitation === undefined
            ? await openAccount(tx, {
                name: input.enterpriseName || input.username,
                enterpriseName: input.enterpriseName ?? '',
                ownerManagerId: id,
                ownerAlias: input.username,
                demo: false,
              })
            : await acceptInvitationFor(tx, platform.quotas, input.invitation, {
                managerId: id,
                alias: input.username,
                contacts: [input.target],
                now: platform.now(),
              });
        const manager = { id, user_name: input.username, language, remind_password: false };
        return this.#signIn.openIn(tx, manager, request, membership);
      })
      .catch(rethrowUnique(TAKEN));
    platform.wakeOutbox();
    return answer;
  }

  async resetPassword(input: z.output<typeof resetPasswordInput>, request: RequestInfo): Promise<void> {
    const { platform, resetCodes, events, sessions, throttle } = this.#parts;
    const address = addressBlock(request.address);
    await throttle.attempt('address', address);
    await resetCodes.check(input.target, input.code);
    const manager = await platform.database.asSystem((tx) => repository.managerByContact(tx, input.target));
    if (!manager) throw new Failure('codeWrong');
    if (loginPasswordFault(input.password, repository.loginNamesOf(manager)) === 'accountName') {
      throw invalidField('password', 'validation.password.accountName');
    }
    if (await passwordMatches(manager.password_hash, input.password)) throw new Failure('passwordUnchanged');
    const passwordHash = await hashPassword(input.password);
    const ended = await platform.database.asSystem(async (tx) => {
      await resetCodes.consume(tx, input.target, input.code);
      await events.note(tx, manager.id, request, 'passwordReset');
      await repository.updateSecret(tx, manager.id, { password_hash: passwordHash, remind_password: false });
      await this.#recordEverywhere(tx, manager, request);
      await publishEvent(tx, null, 'SignInChanged', { managerId: manager.id, what: 'password' });
      await deleteKeysOfPassword(tx, manager.id);
      return sessions.end(tx, manager.id);
    });
    sessions.forget(ended);
    platform.scopes.dropManagers(new Set([manager.id]));
    await throttle.forgive('account', ...repository.loginNamesOf(manager));
    await throttle.takeBack('address', address);
    platform.wakeOutbox();
  }

  /** A person's password concerns every account they work in. */
  async #recordEverywhere(tx: Transaction, manager: repository.Manager, request: RequestInfo): Promise<void> {
    for (const { tenant } of await membershipsOf(tx, manager.id)) {
      await recordOperation(
        tx,
        {
          tenant,
          manager: manager.id,
          userName: manager.user_name,
          origin: { address: request.address, call: request.call, requestId: request.id },
        },
        ownAccount({ manager: manager.id, userName: manager.user_name }, [audit.secret('password')]),
      );
    }
  }

  async #targetOf(input: z.output<typeof sendCodeInput>): Promise<string> {
    if (input.purpose !== 'twoFactor') {
      if (input.target === undefined) throw invalidField('target', 'validation.required');
      return input.target;
    }
    if (input.ticket === undefined) throw new Failure('signInTicketExpired');
    const manager = await this.#signIn.managerOfTicket(input.ticket, { countAttempt: false });
    const target = input.channel === 'sms' ? manager.phone : manager.email;
    if (manager.two_factor !== 'code' || target === null) throw invalidField('channel', 'validation.invalid');
    return target;
  }
}
