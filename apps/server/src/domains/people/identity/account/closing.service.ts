import type { releaseAccountInput } from '@airloom/contract/identity/safety.rules';
import type { z } from 'zod';
import { ownAccount, recordOperation } from '../../../../platform/audit.ts';
import { Failure } from '../../../../platform/failure.ts';
import { type RequestInfo, SESSION_COOKIE } from '../../../../platform/http/context.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { membershipsOf, removeMemberships } from '../../access/index.ts';
import { closeAccount } from '../../accounts/index.ts';
import * as repository from '../identity.repository.ts';
import type { OwnSecondFactor } from '../sign-in/second-factor-check.ts';
import type { SignInParts } from '../sign-in/sign-in.service.ts';
import type { Profiles } from './profile.service.ts';

/**
 * Closing an account. A main account is closed with its owner, and so needs its name typed out; of several,
 * the named one is closed, and the person with the last. The demo is removed with the person who owns it.
 */
export class Closing {
  readonly #parts: SignInParts;
  readonly #profiles: Profiles;
  readonly #secondFactor: OwnSecondFactor;

  constructor(parts: SignInParts, profiles: Profiles, secondFactor: OwnSecondFactor) {
    this.#parts = parts;
    this.#profiles = profiles;
    this.#secondFactor = secondFactor;
  }

  async close(scope: Scope, input: z.output<typeof releaseAccountInput>, request: RequestInfo) {
    const { platform, sessions } = this.#parts;
    const manager = await this.#profiles.proven(scope, input.password);
    const useSecondFactor = await this.#secondFactor.prove(manager, input.secondFactor);
    const { ended, closed } = await platform.database.asSystem(async (tx) => {
      await useSecondFactor(tx);
      const memberships = await membershipsOf(tx, scope.manager);
      const owned = memberships.filter((membership) => membership.owner && !membership.demo);
      const named = owned.find((membership) => membership.accountName === input.accountName);
      if (owned.length > 0 && !named) throw new Failure('accountNameMismatch');
      const personCloses = owned.length <= 1;
      const left = personCloses ? memberships : memberships.filter(({ tenant }) => tenant === named?.tenant);
      const closing = left.filter((membership) => membership.owner).map((membership) => membership.tenant);
      for (const tenant of new Set(left.map((membership) => membership.tenant))) {
        await recordOperation(tx, { ...scope, tenant }, ownAccount(scope));
      }
      const endedHere: string[] = [];
      for (const tenant of closing) {
        await closeAccount(tx, tenant, platform.now());
        endedHere.push(...(await sessions.endAllOf(tx, tenant)));
      }
      if (personCloses) {
        endedHere.push(...(await sessions.end(tx, scope.manager)));
        await removeMemberships(
          tx,
          { managerId: scope.manager, userName: scope.userName },
          { exceptTenants: closing },
        );
        await repository.closeManager(tx, scope.manager, platform.now());
      }
      return { ended: endedHere, closed: closing };
    });
    sessions.forget(ended);
    // API keys have no session to end: their cached scopes are dropped too.
    platform.scopes.dropManagers(new Set([scope.manager]));
    for (const tenant of closed) platform.scopes.dropTenant(tenant);
    request.clearCookie(SESSION_COOKIE);
    platform.wakeOutbox();
  }
}
