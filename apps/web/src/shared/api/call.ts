import { API_BASE, type Call, CLIENT_HEADER, type InputOf, type OutputOf } from '@airloom/contract/call';
import { failureData, SUCCESS_CODES } from '@airloom/contract/envelope';
import { LIMITS } from '@airloom/contract/limits';
import { z } from 'zod';
import { currentLanguage } from '../i18n/i18n.ts';
import { isUnattended } from '../session/big-screen-mode.ts';
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

async function exchange(definition: Call, input: object, signal: AbortSignal | undefined): Promise<unknown> {
  const asQuery = definition.method === 'GET';
  const deadline = AbortSignal.timeout(LIMITS.request.timeoutMs);
  const response = await fetch(`${API_BASE}${definition.path}${asQuery ? queryOf(input) : ''}`, {
    method: definition.method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      'accept-language': currentLanguage(),
      [CLIENT_HEADER]: 'web',
      ...(asQuery ? {} : { 'content-type': 'application/json' }),
    },
    ...(asQuery ? {} : { body: JSON.stringify(input) }),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  return response.json();
}

async function answerOf(definition: Call, input: object, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await exchange(definition, input, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new CallFailure('timeout');
    throw new CallFailure(error instanceof SyntaxError ? 'malformed' : 'network');
  }
}

async function attempt<C extends Call>(
  definition: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): Promise<OutputOf<C>> {
  if (definition.access !== 'public') noteRequest();
  const answer = envelope.safeParse(await answerOf(definition, Object(input), signal));
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
    return await attempt(definition, input, options.signal);
  } catch (error) {
    if (error instanceof CallFailure) onFailure(error, { quiet: options.quiet ?? false });
    throw error;
  }
}
