import { isDeepStrictEqual } from 'node:util';
import type { PermissionNode, Role, RoleRecord } from '@airloom/contract/access/access.model';
import type { roleInput } from '@airloom/contract/access/access.rules';
import { type Grant, withImpliedViews } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES, type BuiltInRoleKey, builtInRole, reachOf } from '@airloom/contract/roles';
import type { z } from 'zod';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { roleRecordsOf } from '../members/memberships.service.ts';
import { permissionTree } from './permission-tree.ts';
import { grantsOf, holdsAll, mayGrant } from './role-grants.ts';
import * as repository from './roles.repository.ts';

type RoleInput = z.output<typeof roleInput>;

const rethrowTaken = rethrowUnique({ role_name: 'roleNameTaken' });

/** The built-in roles of every account as rows that people can have; their permissions are in the contract. */
export async function createBuiltInRoles(
  tx: Transaction,
  tenant: string,
): Promise<ReadonlyMap<BuiltInRoleKey, string>> {
  const roles = Object.values(BUILT_IN_ROLES).map(({ key }) => ({
    id: newId(),
    key,
    name: '',
    alias: '',
    grants: null,
  }));
  await repository.insertRoles(tx, tenant, roles);
  return new Map(roles.map(({ key, id }) => [key, id]));
}

/** The roles of an account. Nobody grants more than they hold. */
export class Roles {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  mine(scope: Scope): Promise<RoleRecord[]> {
    return roleRecordsOf(this.#platform, scope.manager);
  }

  async list(scope: Scope): Promise<Role[]> {
    const rows = await this.#platform.database.withTenant(scope, (tx) =>
      repository.rolesWithUserCount(tx, scope),
    );
    return rows.map((row) => ({
      roleUUID: row.id,
      key: row.key,
      name: row.name,
      alias: row.alias,
      mainAccount: row.main_account,
      builtIn: builtInRole(row.key) !== undefined,
      reach: reachOf(row.key),
      userCount: row.user_count,
      permissions: grantsOf(row),
      grantable: mayGrant(scope, row),
    }));
  }

  async tree(scope: Scope, roleId: string | undefined): Promise<PermissionNode[]> {
    return this.#platform.database.withTenant(scope, async (tx) => {
      const flags = await repository.flagsOf(tx, scope);
      const role = roleId === undefined ? null : await repository.findRole(tx, scope, roleId);
      if (role === undefined || flags === undefined) throw new Failure('notFound');
      return permissionTree(role === null ? [] : grantsOf(role), scope.grants, flags);
    });
  }

  async create(scope: Scope, input: RoleInput): Promise<string> {
    const id = newId();
    const after = {
      name: input.name,
      alias: input.alias ?? '',
      permissions: withImpliedViews(input.permissions),
    };
    refuseMoreThanHeld(scope, after.permissions);
    await this.#write(scope, async (tx) => {
      await this.#platform.quotas.require(tx, scope, 'roles');
      await repository.insertRoles(tx, scope.tenant, [
        { id, key: `ROLE_OWN_${id}`, name: after.name, alias: after.alias, grants: after.permissions },
      ]);
      await changed(tx, scope, audit.object('role', { id, name: after.name }, {}, audit.values(null, after)));
    });
    return id;
  }

  /** False when nothing would change. */
  async update(scope: Scope, roleId: string, input: RoleInput): Promise<boolean> {
    const permissions = withImpliedViews(input.permissions);
    refuseMoreThanHeld(scope, permissions);
    const holders = await this.#write(scope, async (tx) => {
      const role = await this.#lockOwn(tx, scope, roleId);
      const before = loggedFieldsOf(role);
      const after = { name: input.name, alias: input.alias ?? role.alias, permissions };
      if (isDeepStrictEqual(before, after)) return null;
      const held = await repository.holdersOf(tx, scope, roleId);
      // People with the role change with it, so they too must be within the caller's reach.
      if (held.some((holder) => !holder.within)) throw new Failure('permissionDenied');
      await repository.updateRole(tx, scope, roleId, {
        name: after.name,
        alias: after.alias,
        grants: permissions,
      });
      const named = { id: roleId, name: before.name };
      await changed(tx, scope, audit.object('role', named, {}, audit.values(before, after)));
      const managerIds = [...new Set(held.map((holder) => holder.manager_id))];
      if (managerIds.length > 0) await publishEvent(tx, scope.tenant, 'MembershipsChanged', { managerIds });
      return managerIds;
    });
    if (holders !== null) this.#platform.scopes.dropManagers(new Set(holders));
    return holders !== null;
  }

  async delete(scope: Scope, roleId: string): Promise<void> {
    await this.#write(scope, async (tx) => {
      const role = await this.#lockOwn(tx, scope, roleId);
      if (await repository.isInUse(tx, scope, roleId, this.#platform.now())) throw new Failure('roleInUse');
      await repository.deleteRole(tx, scope, roleId);
      const changes = audit.values(loggedFieldsOf(role), null);
      await changed(tx, scope, audit.object('role', { id: roleId, name: role.name }, {}, changes));
    });
  }

  /** One of the account's custom roles for a change: not above the caller's own permissions. */
  async #lockOwn(tx: Transaction, scope: Scope, roleId: string): Promise<repository.RoleRow> {
    const role = await repository.lockRole(tx, scope, roleId, 'change');
    if (!role) throw new Failure('notFound');
    if (builtInRole(role.key)) throw new Failure('roleBuiltIn');
    if (!mayGrant(scope, role)) throw new Failure('permissionDenied');
    return role;
  }

  async #write<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await this.#platform.database.withTenant(scope, work).catch(rethrowTaken);
    this.#platform.wakeOutbox();
    return result;
  }
}

/** The fields of a role in the operation log. */
function loggedFieldsOf(role: repository.RoleRow) {
  return { name: role.name, alias: role.alias, permissions: grantsOf(role) };
}

async function changed(tx: Transaction, scope: Scope, role: ChangedObject): Promise<void> {
  await recordOperation(tx, scope, role);
  await publishEvent(tx, scope.tenant, 'RolesChanged', {});
}

function refuseMoreThanHeld(scope: Scope, grants: readonly Grant[]): void {
  if (!holdsAll(scope, grants)) throw new Failure('grantsMoreThanHeld');
}
