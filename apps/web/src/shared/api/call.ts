import {
  API_BASE,
  type Call,
  CLIENT_HEADER,
  type InputOf,
  type OutputOf,
  REPEAT_HEADER,
  SCREEN_HEADER,
} from '@airloom/contract/call';
import { failureData, SUCCESS_CODES } from '@airloom/contract/envelope';
import { LIMITS } from '@airloom/contract/limits';
import { z } from 'zod';
import { currentLanguage } from '../i18n/i18n.ts';
import { isConnectionLost } from '../live/connection-state.ts';
import { isServerReachable, untilServerReachable } from '../live/reachability.ts';
import { isUnattended } from '../session/big-screen-mode.ts';
import { shownScreenLink } from '../session/screen-link.ts';
import { noteRequest } from '../session/session-cookies.ts';
import { sessionEnded } from '../session/session-ended.ts';
import { CallFailure } from './call-failure.ts';
import { onFailure } from './on-failure.ts';

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows the failure itself: nothing pops up, the failure is only thrown. */
  quiet?: boolean;
}

function queryOf(input: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  query.set('_t', String(Date.now()));
  return `?${query}`;
}

interface Sent {
  signal: AbortSignal | undefined;
  repeatKey?: string;
}

/** A proxy answers in place of a server that is down. */
function isFromProxy(response: Response): boolean {
  return response.status >= 502 && !(response.headers.get('content-type') ?? '').includes('json');
}

async function exchange(definition: Call, input: object, { signal, repeatKey }: Sent): Promise<unknown> {
  const asQuery = definition.method === 'GET';
  const screenLink = definition.screens ? shownScreenLink() : null;
  const deadline = AbortSignal.timeout(LIMITS.request.timeoutMs);
  const response = await fetch(`${API_BASE}${definition.path}${asQuery ? queryOf(input) : ''}`, {
    method: definition.method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      'accept-language': currentLanguage(),
      [CLIENT_HEADER]: 'web',
      ...(screenLink === null ? {} : { [SCREEN_HEADER]: screenLink }),
      ...(repeatKey === undefined ? {} : { [REPEAT_HEADER]: repeatKey }),
      ...(asQuery ? {} : { 'content-type': 'application/json' }),
    },
    ...(asQuery ? {} : { body: JSON.stringify(input) }),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  if (isFromProxy(response)) throw new CallFailure('network');
  return response.json();
}

async function answerOf(definition: Call, input: object, sent: Sent): Promise<unknown> {
  try {
    return await exchange(definition, input, sent);
  } catch (error) {
    if (sent.signal?.aborted || error instanceof CallFailure) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new CallFailure('timeout');
    throw new CallFailure(error instanceof SyntaxError ? 'malformed' : 'network');
  }
}

async function attempt<C extends Call>(definition: C, input: InputOf<C>, sent: Sent): Promise<OutputOf<C>> {
  if (definition.access !== 'public' && shownScreenLink() === null) noteRequest();
  const answer = envelope.safeParse(await answerOf(definition, Object(input), sent));
  if (!answer.success) throw new CallFailure('malformed');
  const { code, msg, data } = answer.data;
  if (!SUCCESS_CODES.includes(code)) {
    const details = failureData.partial().safeParse(data);
    throw new CallFailure('refused', { code, message: msg, data: details.data ?? {} });
  }
  // The server's answers are checked against the contract in its own tests, not once more in every browser.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return data as OutputOf<C>;
}

/** Further attempts while the server answers others: something between blocks this call. */
const BLOCKED_ATTEMPTS_MAX = 2;

/** 128 bits. `crypto.randomUUID` exists over HTTPS only. */
function newRepeatKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof CallFailure && error.kind === 'network';
}

/**
 * Sends a change. While the server is known to be out of reach nothing is sent. One whose answer got lost is sent again
 * under the same key once the server answers, so that it is executed once.
 */
async function change<C extends Call>(
  definition: C,
  input: InputOf<C>,
  signal: AbortSignal | undefined,
): Promise<OutputOf<C>> {
  const isAway = !navigator.onLine || isConnectionLost();
  if (isAway && !(await isServerReachable())) throw new CallFailure('network', { outcome: 'unsent' });
  const sent = { signal, repeatKey: newRepeatKey() };
  const until = performance.now() + LIMITS.request.timeoutMs;
  for (let blocked = 0; ; ) {
    try {
      return await attempt(definition, input, sent);
    } catch (error) {
      if (!isNetworkFailure(error)) throw error;
    }
    if (await isServerReachable()) blocked += 1;
    const waited = AbortSignal.timeout(Math.max(0, until - performance.now()));
    const isBack = await Promise.race([
      untilServerReachable().then(() => true),
      new Promise<false>((resolve) => waited.addEventListener('abort', () => resolve(false))),
    ]);
    if (!isBack || blocked > BLOCKED_ATTEMPTS_MAX) throw new CallFailure('network', { outcome: 'unknown' });
  }
}

function isChange({ effect, access }: Call): boolean {
  return effect === 'write' && access !== 'public';
}

/** An unattended big screen is read-only: changes require a sign-in. */
function refuseUnattended(definition: Call): void {
  if (definition.effect === 'read' || definition.access === 'public' || !isUnattended()) return;
  sessionEnded('idle');
  const failure = new CallFailure('refused');
  failure.shown = true;
  throw failure;
}

/** The one way to the server: typed by the contract, failures interpreted in one place. */
export async function call<C extends Call>(
  definition: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  refuseUnattended(definition);
  try {
    return await (isChange(definition)
      ? change(definition, input, options.signal)
      : attempt(definition, input, { signal: options.signal }));
  } catch (error) {
    // A lost connection is noticed by whatever fails first, and looked for from then on.
    if (isNetworkFailure(error)) void untilServerReachable();
    if (error instanceof CallFailure) onFailure(error, { quiet: options.quiet ?? false });
    throw error;
  }
}
