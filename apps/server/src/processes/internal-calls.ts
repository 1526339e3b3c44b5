import { randomUUID } from 'node:crypto';
import { type CallName, type CallTable, callTable } from '@airloom/contract/all-calls';
import type { Call, InputOf, OutputOf } from '@airloom/contract/call';
import { SOURCE_LANGUAGE } from '@airloom/contract/languages';
import type { Authenticated, RequestInfo, SignedInContext } from '../platform/http/context.ts';
import type { Handlers } from '../platform/http/handlers.ts';

type SignedInCall = {
  [N in CallName]: CallTable[N]['access'] extends 'public' ? never : N;
}[CallName];

/** Makes calls of the contract for a person within this process: the same rules, events and operation log. */
export type InternalCalls = <N extends SignedInCall>(
  scope: Authenticated['scope'],
  name: N,
  input: InputOf<CallTable[N]>,
) => Promise<OutputOf<CallTable[N]>>;

const ADDRESS = '127.0.0.1';
const ORIGIN = `http://${ADDRESS}`;

const nothing = (): undefined => undefined;

function requestOf(call: string, id: string): RequestInfo {
  return {
    id,
    call,
    address: ADDRESS,
    client: '',
    language: SOURCE_LANGUAGE,
    requestedLanguage: undefined,
    browserOrigin: ORIGIN,
    origin: ORIGIN,
    header: nothing,
    cookie: nothing,
    setCookie: nothing,
    clearCookie: nothing,
    speakTo: nothing,
    succeedAs: nothing,
  };
}

export function internalCalls(handlers: Handlers): InternalCalls {
  return async (scope, name, input) => {
    const call: Call = callTable[name];
    const requestId = randomUUID();
    const context: SignedInContext = {
      request: requestOf(name, requestId),
      scope: { ...scope, origin: { address: ADDRESS, call: name, requestId } },
      sessionId: null,
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its input is the output of the call's schema
    const handler = handlers[name] as (given: unknown, within: SignedInContext) => Promise<unknown>;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract types the answer of its handler
    return (await handler(call.input.parse(input), context)) as OutputOf<CallTable[typeof name]>;
  };
}
