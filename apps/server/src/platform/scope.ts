import type { GuardGrant } from '@airloom/contract/guards';
import type { Grant } from '@airloom/contract/permissions';

/** The part of an account a person sees. */
export type SiteReach =
  | { readonly kind: 'all' }
  | { readonly kind: 'enterprises'; readonly ids: readonly string[] }
  | { readonly kind: 'sites'; readonly ids: readonly string[] };

/** The origin of an action, for the operation log. */
export interface Origin {
  readonly address: string;
  readonly call: string;
  readonly requestId: string;
}

/** A person with one role assignment: the first argument of every repository. */
export interface Scope {
  /** The main account; row-level security keys on it. */
  readonly tenant: string;
  readonly manager: string;
  readonly membership: string;
  readonly userName: string;
  readonly roleKey: string;
  readonly grants: ReadonlySet<Grant>;
  readonly reach: SiteReach;
  readonly demo: boolean;
  /** The session of a visitor of the demo, who shares the person with all other visitors; null for everyone else. */
  readonly demoSession: string | null;
  readonly origin: Origin;
}

/** Enough of a scope to read or write one account's rows. */
export type TenantScope = Pick<Scope, 'tenant'>;

export function may(scope: Pick<Scope, 'grants'>, grant: GuardGrant): boolean {
  return scope.grants.has(grant);
}
