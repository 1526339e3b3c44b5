import { recordOperation } from '../../platform/audit.ts';
import { Failure } from '../../platform/failure.ts';
import { type RequestInfo, SESSION_COOKIE } from '../../platform/http/context.ts';
import type { Scope } from '../../platform/scope.ts';
import { membershipsOf, removeMemberships } from '../access/index.ts';
import { closeAccount } from '../accounts/index.ts';
import * as repository from './identity.repository.ts';
import type { Profiles } from './profile.service.ts';
import { endSessionsOfTenant } from './sessions.repository.ts';
import type { SignInParts } from './sign-in.service.ts';

/** Closing one's account. A main account goes with its owner, and so needs its name typed out. */
export class Closing {
  readonly #parts: SignInParts;
  readonly #profiles: Profiles;

  constructor(parts: SignInParts, profiles: Profiles) {
    this.#parts = parts;
    this.#profiles = profiles;
  }

  async close(
    scope: Scope,
    input: { password: string; accountName?: string | undefined },
    request: RequestInfo,
  ) {
    const { platform, sessions } = this.#parts;
    await this.#profiles.proven(scope, input.password);
    const ended = await platform.database.asSystem(async (tx) => {
      const memberships = await membershipsOf(tx, scope.manager);
      const owned = memberships.filter((membership) => membership.owner && !membership.demo);
      if (owned.length > 0 && !owned.some((membership) => membership.accountName === input.accountName)) {
        throw new Failure('accountNameMismatch');
      }
      for (const { tenant } of memberships) {
        await recordOperation(tx, { ...scope, tenant }, { target: scope.userName });
      }
      const endedHere: string[] = [];
      for (const { tenant } of owned) {
        await closeAccount(tx, tenant, platform.now());
        endedHere.push(...(await endSessionsOfTenant(tx, tenant)));
      }
      endedHere.push(...(await sessions.end(tx, scope.manager)));
      await removeMemberships(tx, scope.manager, {
        exceptTenants: owned.map((membership) => membership.tenant),
      });
      await repository.updateManager(tx, scope.manager, { closed_at: platform.now() });
      await repository.updateSecret(tx, scope.manager, {
        password_hash: null,
        totp_secret: null,
        recovery_hashes: [],
        wechat_openid: null,
      });
      return endedHere;
    });
    sessions.forget(ended);
    request.clearCookie(SESSION_COOKIE);
    platform.kickOutbox();
  }
}
