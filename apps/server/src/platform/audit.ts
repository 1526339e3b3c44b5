import { isDeepStrictEqual } from 'node:util';
import type {
  LoggedValue,
  ObjectKind,
  ObjectReference,
  ValueChange,
} from '@airloom/contract/accounts/operation-log.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sqlBuilder, type Transaction } from './database/database.ts';
import { newId } from './ids.ts';
import type { Scope } from './scope.ts';

/** Where an object belongs: decides who sees the entry. Neither for objects of the whole account. */
export interface Place {
  readonly sites?: readonly (string | null)[];
  /** For people who reach an organization with all its sites. */
  readonly organizations?: readonly string[];
  /** Its device classes: people with a limited reach see it only if their role covers all of them. */
  readonly deviceKinds?: readonly DeviceKind[];
}

/** An object of an operation, as stored. */
export interface ChangedObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly name: string;
  readonly siteIds: readonly string[];
  readonly organizationIds: readonly string[];
  readonly deviceKinds: readonly DeviceKind[];
  readonly changes: readonly ValueChange[];
}

/** What an operation changed: one object or several. */
export type Changed = ChangedObject | readonly ChangedObject[];

interface Named {
  readonly id: string;
  readonly name: string;
}

/** `manager` is null for changes that no person made. */
type Actor = Pick<Scope, 'tenant' | 'userName' | 'origin'> & { readonly manager: Scope['manager'] | null };

/** As the database returns it: times as text; null for whatever is empty. */
function stored(value: unknown): LoggedValue {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : JSON.parse(JSON.stringify(value));
}

/** Describes what an operation changed. */
export const audit = {
  /** An object under its name before the change. */
  object(
    kind: ObjectKind,
    { id, name }: Named,
    { sites = [], organizations = [], deviceKinds = [] }: Place = {},
    changes: readonly ValueChange[] = [],
  ): ChangedObject {
    const siteIds = [...new Set(sites.filter((site) => site !== null))];
    return { kind, id, name, siteIds, organizationIds: [...organizations], deviceKinds, changes };
  },

  /** Fields that differ. Null for an object that did not exist before, or does not exist afterwards. */
  values(before: object | null, after: object | null): ValueChange[] {
    const old = new Map(Object.entries(before ?? {}));
    const current = new Map(Object.entries(after ?? {}));
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((field) => {
      const [from, to] = [stored(old.get(field)), stored(current.get(field))];
      return isDeepStrictEqual(from, to) ? [] : [{ field, from, to, secret: false }];
    });
  },

  /** A changed password, key or code: its values are never stored. */
  secret(field: string): ValueChange {
    return { field, from: null, to: null, secret: true };
  },

  /** A value that names objects. People who do not reach the site of one do not see it. */
  references(
    kind: ObjectKind,
    objects: readonly Named[],
    siteOf: (object: Named) => string | null = () => null,
  ): LoggedValue {
    if (objects.length === 0) return null;
    const references = objects.map(
      ({ id, name }): ObjectReference => ({ kind, id, name, siteUUID: siteOf({ id, name }) }),
    );
    return { references };
  },
};

/** The signed-in person, for changes of their own affairs. */
export function ownAccount(
  { manager, userName }: Pick<Scope, 'manager' | 'userName'>,
  changes: readonly ValueChange[] = [],
): ChangedObject {
  return audit.object('member', { id: manager, name: userName }, {}, changes);
}

/** Writes the operation log in the transaction of the change: neither exists without the other. */
export async function recordOperation(tx: Transaction, actor: Actor, changed: Changed): Promise<void> {
  const objects = [changed].flat();
  await tx.run(
    sqlBuilder.insertInto('operation_log').values({
      tenant_id: actor.tenant,
      id: newId(),
      manager_id: actor.manager,
      user_name: actor.userName,
      address: actor.origin.address,
      call: actor.origin.call,
      request_id: actor.origin.requestId,
      target: objects.map(({ name }) => name).join('\n'),
      objects: JSON.stringify(objects),
      site_ids: [...new Set(objects.flatMap(({ siteIds }) => siteIds))],
      organization_ids: [...new Set(objects.flatMap(({ organizationIds }) => organizationIds))],
    }),
  );
}
