import type { RoleRecord } from '@airloom/contract/access/access.model';
import type { Language } from '@airloom/contract/languages';
import { LIVE_CLOSE } from '@airloom/contract/live';
import type { SiteTree } from '@airloom/contract/organizations/organizations.model';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { loadScope, membershipsOf, roleRecordsOf } from '../../access/index.ts';
import { siteTreeOf } from '../../organizations/index.ts';
import type { Sessions } from './sessions.service.ts';

/** The role assignments of a person: switching, and previewing the site tree of one. */
export class RoleSwitch {
  readonly #platform: Platform;
  readonly #sessions: Sessions;

  constructor(platform: Platform, sessions: Sessions) {
    this.#platform = platform;
    this.#sessions = sessions;
  }

  async switchTo(
    scope: Scope,
    sessionId: string,
    to: { readonly accountUUID: string; readonly roleUUID: string },
  ): Promise<{ token: string; currentRole: RoleRecord }> {
    const token = await this.#platform.database.asSystem(async (tx) => {
      const membership = (await membershipsOf(tx, scope.manager)).find(
        (held) => held.tenant === to.accountUUID && held.roleId === to.roleUUID,
      );
      if (!membership) throw new Failure('notFound');
      await recordOperation(
        tx,
        { ...scope, tenant: membership.tenant },
        ownAccount(scope, audit.values({ role: scope.roleKey }, { role: membership.roleKey })),
      );
      return this.#sessions.switchTo(tx, sessionId, {
        tenant: membership.tenant,
        membershipId: membership.membershipId,
      });
    });
    this.#sessions.forget([sessionId], LIVE_CLOSE.permissionsChanged);
    const currentRole = (await roleRecordsOf(this.#platform, scope.manager)).find(
      (role) => role.accountUUID === to.accountUUID && role.roleUUID === to.roleUUID,
    );
    if (!currentRole) throw new Failure('accessDataDeleted');
    return { token, currentRole };
  }

  async treeOf(
    scope: Scope,
    role: { readonly accountUUID: string; readonly managerUUID: string; readonly key: string },
    language: Language,
  ): Promise<SiteTree> {
    if (role.managerUUID !== scope.manager) throw new Failure('notFound');
    const loaded = await this.#platform.database.asSystem(async (tx) => {
      const membership = (await membershipsOf(tx, scope.manager)).find(
        (held) => held.tenant === role.accountUUID && held.roleKey === role.key,
      );
      return membership && loadScope(tx, membership.tenant, membership.membershipId);
    });
    if (!loaded) throw new Failure('notFound');
    return siteTreeOf(this.#platform, loaded.scope, language, { withShares: true });
  }
}
