import { sqlBuilder, type Transaction } from './database/database.ts';
import { newId } from './ids.ts';
import type { Scope } from './scope.ts';

export interface Change {
  /** The changed object as a person would name it: kind and name. */
  readonly target: string;
  readonly before?: object | null;
  readonly after?: object | null;
}

/** `manager` is null for changes that no person made. */
type Actor = Pick<Scope, 'tenant' | 'userName' | 'origin'> & { readonly manager: Scope['manager'] | null };

/** Writes the operation log in the transaction of the change: neither exists without the other. */
export async function recordOperation(tx: Transaction, actor: Actor, change: Change): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('operation_log').values({
      tenant_id: actor.tenant,
      id: newId(),
      manager_id: actor.manager,
      user_name: actor.userName,
      address: actor.origin.address,
      call: actor.origin.call,
      request_id: actor.origin.requestId,
      target: change.target,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    }),
  );
}
