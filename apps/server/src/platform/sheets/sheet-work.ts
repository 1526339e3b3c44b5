import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';

/** A table that is being written into a file, or read from one. */
export interface SheetWork {
  readonly id: string;
  readonly kind: 'import' | 'export';
  readonly call: string;
  readonly manager: string;
  readonly by: string;
  readonly startedAt: Date;
  /** Rows so far. */
  done: number;
  /** Null while nobody knows. */
  total: number | null;
}

/** By account. The request that does the work lives in this process alone, and so does what is known of it. */
const underWay = new Map<string, Set<SheetWork>>();

/** Others can see the work while it lasts, as far as it tells how far it is. */
export async function whileSeen<T>(
  { now }: Pick<Platform, 'now'>,
  { tenant, manager, userName, origin }: Scope,
  kind: SheetWork['kind'],
  work: (progress: SheetWork) => Promise<T>,
): Promise<T> {
  const progress: SheetWork = {
    id: newId(),
    kind,
    call: origin.call,
    manager,
    by: userName,
    startedAt: now(),
    done: 0,
    total: null,
  };
  const ofAccount = underWay.get(tenant) ?? new Set();
  underWay.set(tenant, ofAccount.add(progress));
  try {
    return await work(progress);
  } finally {
    ofAccount.delete(progress);
    if (ofAccount.size === 0) underWay.delete(tenant);
  }
}

/** What runs for a person now. */
export function sheetWorkOf({ tenant, manager }: Pick<Scope, 'tenant' | 'manager'>): readonly SheetWork[] {
  return [...(underWay.get(tenant) ?? [])].filter((work) => work.manager === manager);
}

/** Whether one is written for the account now: one at a time, so that nobody keeps others waiting. */
export function isExporting(tenant: string): boolean {
  return [...(underWay.get(tenant) ?? [])].some(({ kind }) => kind === 'export');
}
