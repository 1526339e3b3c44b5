import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallName, type CallTable, callTable } from '@airloom/contract/all-calls';
import { API_BASE, CLIENT_HEADER, type InputOf, type OutputOf } from '@airloom/contract/call';
import { type FailureData, failureData } from '@airloom/contract/envelope';
import type { Language } from '@airloom/contract/languages';
import { z } from 'zod';
import { sqlBuilder } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { readSettings } from '../platform/settings.ts';
import { type ConsoleOptions, composeConsole } from '../processes/compose.ts';
import type { InternalCalls } from '../processes/internal-calls.ts';
import { ask } from './ask.ts';
import { createTestDatabase } from './test-database.ts';
import { WITHIN } from './within.ts';

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });
const NO_FAILURE: FailureData = { requestId: '' };

function failureOf(data: unknown): FailureData {
  return failureData.safeParse(data).data ?? NO_FAILURE;
}

/** The answer: the success data when `code` is 0, 2 or 15, otherwise the failure's. */
export interface Answer<T> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: T;
  readonly failure: FailureData;
  readonly headers: Headers;
}

export interface CallOptions {
  /** A session's token or an API key. */
  readonly as?: string | undefined;
  readonly language?: Language;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServer {
  readonly url: string;
  readonly databaseUrl: string;
  readonly platform: Platform;
  readonly internalCalls: InternalCalls;
  /** Where devices connect; null unless requested with `GATEWAY_PORT: '0'`. */
  readonly gatewayPort: number | null;
  /** Lets time pass on the server: the clock and monotonic time move forward. */
  advance(ms: number): void;
  /** Sets the server's clock forward or back, without time passing. */
  setClock(ms: number): void;
  call<N extends CallName>(
    name: N,
    input: InputOf<CallTable[N]>,
    options?: CallOptions,
  ): Promise<Answer<OutputOf<CallTable[N]>>>;
  /** The same with any input. */
  send(name: CallName, input: unknown, options?: CallOptions): Promise<Answer<unknown>>;
  /** Resolves when every event committed so far has been delivered. */
  settled(): Promise<void>;
  /** The newest message of the development sender to a contact. */
  lastMessage(target: string): Promise<{ subject: string; body: string }>;
  /** The same of those whose text matches, and removes them, so that the next call waits for the next message. */
  takeMessage(target: string, matching?: RegExp): Promise<{ subject: string; body: string }>;
  stop(): Promise<void>;
}

/** The data of a console, which the next one can reuse. */
export interface Premises {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

interface TestOptions
  extends Pick<
    ConsoleOptions,
    'requestTimeMs' | 'callLimits' | 'connectionWait' | 'scheduled' | 'onAccountRemoving' | 'onAccountRemoved'
  > {
  /** Data of another server, which are kept: without them everything is new, and deleted afterwards. */
  readonly on?: Premises;
  /** The source of the server's clock and monotonic time, before tests move them; the real ones unless given. */
  readonly clock?: () => number;
}

async function newPremises(): Promise<Premises & { leave(): Promise<void> }> {
  const [database, dataDir] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'airloom-data-')),
  ]);
  return {
    databaseUrl: database.url,
    dataDir,
    leave: async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The real console on a separate database and a free port of loopback. */
export async function startTestServer(
  env: Readonly<Record<string, string>> = {},
  { on, clock = Date.now, ...limits }: TestOptions = {},
): Promise<TestServer> {
  const { databaseUrl, dataDir, leave } = on ? { ...on, leave: async () => undefined } : await newPremises();
  let passed = 0;
  let jumped = 0;
  const settings = readSettings({
    HOST: '127.0.0.1',
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: 'off',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    CONFIGURATION_HOLD_SECONDS: '0',
    OUTBOX_COUNTS_AS_SENT: 'on',
    DATABASE_CONNECTIONS: '10',
    PROXY_HOST: 'localhost',
    PROXY_PORTS: '21000-21999',
    ...env,
  });
  const running = await composeConsole({
    settings,
    log: createLog(settings.LOG_LEVEL),
    connectionString: databaseUrl,
    version: 'test',
    now: () => new Date(clock() + passed + jumped),
    monotonic: () => (clock === Date.now ? performance.now() : clock()) + passed,
    // No pages: built ones make no difference, and mounting each takes long.
    pagesDir: dataDir,
    ...limits,
  });
  const url = await running.listen(0);

  const send = async (
    name: CallName,
    input: unknown,
    options: CallOptions = {},
  ): Promise<Answer<unknown>> => {
    const call = callTable[name];
    const target = new URL(`${API_BASE}${call.path}`, url);
    if (call.method === 'GET' && typeof input === 'object' && input !== null) {
      for (const [key, value] of Object.entries(input)) {
        if (value !== undefined)
          target.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
      }
    }
    const answer = await ask(target, {
      method: call.method,
      headers: {
        [CLIENT_HEADER]: 'test',
        'accept-language': options.language ?? 'en',
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(options.as === undefined ? {} : { authorization: `Bearer ${options.as}` }),
        ...options.headers,
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) ?? '' }),
    });
    const body = envelope.parse(JSON.parse(answer.body));
    return { ...body, failure: failureOf(body.data), status: answer.status, headers: answer.headers };
  };

  return {
    url,
    databaseUrl,
    platform: running.platform,
    internalCalls: running.call,
    gatewayPort: running.gatewayPort,
    advance: (ms) => {
      passed += ms;
    },
    setClock: (ms) => {
      jumped += ms;
    },
    send,
    call: send as TestServer['call'],
    settled: () => running.outbox.settled(),
    lastMessage: (target) => lastMessage(running.platform, target),
    takeMessage: async (target, matching = /^/) => {
      const message = await lastMessage(running.platform, target, matching);
      await running.platform.database.asSystem((tx) =>
        tx.run(
          sqlBuilder
            .deleteFrom('development_message')
            .where('target', '=', target)
            .where('body', '~', matching.source),
        ),
      );
      return message;
    },
    stop: async () => {
      await running.stop();
      await leave();
    },
  };
}

const POLL_MS = 20;

async function lastMessage(
  platform: Platform,
  target: string,
  matching = /^/,
): Promise<{ subject: string; body: string }> {
  const until = Date.now() + WITHIN.timeout;
  for (;;) {
    const message = await platform.database.asSystem((tx) =>
      tx.first(
        sqlBuilder
          .selectFrom('development_message')
          .select(['subject', 'body'])
          .where('target', '=', target)
          .where('body', '~', matching.source)
          .orderBy('id', 'desc')
          .limit(1),
      ),
    );
    if (message) return message;
    if (Date.now() > until) throw new Error(`No message to ${target}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
