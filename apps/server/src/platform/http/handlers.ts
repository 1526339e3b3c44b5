import type { CallName, CallTable } from '@airloom/contract/all-calls';
import type { OutputOf, ParsedInputOf } from '@airloom/contract/call';
import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { ContextOf, SignedInContext } from './context.ts';

export type Handler<N extends CallName> = (
  input: ParsedInputOf<CallTable[N]>,
  context: ContextOf<CallTable[N]>,
) => Promise<OutputOf<CallTable[N]>>;

/** A domain's handlers, by call name. Together the domains must cover the call table: the compiler checks. */
export type Handlers<N extends CallName = CallName> = { readonly [K in N]: Handler<K> };

/** The answer of a call that only changes something, when nothing may have changed. */
export function changed({ request }: Pick<SignedInContext, 'request'>, somethingChanged: boolean): null {
  if (!somethingChanged) request.succeedAs(OK_NOTHING_CHANGED);
  return null;
}
