import { REPEAT_HEADER } from '@airloom/contract/call';
import { LIMITS } from '@airloom/contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { CronJob } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';
import { sameBytes } from '../secrets.ts';

const { repeatKeyMin, repeatKeyMax, repeatKeptMs, repeatedAnswerMaxBytes } = LIMITS.request;
const KEY = new RegExp(`^[\\w-]{${repeatKeyMin},${repeatKeyMax}}$`);

const answered = z.object({ data: z.unknown(), code: z.number().optional() });
export type Answered = z.output<typeof answered>;

export interface RepeatableCall {
  readonly key: string;
  readonly name: string;
  readonly body: unknown;
}

/** The key of a request; undefined without one. */
export function repeatKeyOf(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const key = headers[REPEAT_HEADER];
  if (key === undefined || key === '') return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new Failure('repeatKeyInvalid', { min: repeatKeyMin, max: repeatKeyMax });
}

interface Known {
  readonly hash: Buffer;
  readonly answer: string | null;
}

interface Running {
  readonly hash: Buffer;
  readonly answer: Promise<Answered>;
}

type Who = Pick<Scope, 'tenant' | 'manager'>;

/**
 * Executes a writing call once, however often it arrives with the same key. The key is stored before the call runs: one
 * whose process died in between, which failed unexpectedly or whose answer is not kept is not executed again, because it may
 * have been committed. A refused call is forgotten.
 */
export class RepeatedCalls {
  readonly #platform: Pick<Platform, 'database' | 'vault' | 'now' | 'log'>;
  readonly #running = new Map<string, Running>();

  constructor(platform: Pick<Platform, 'database' | 'vault' | 'now' | 'log'>) {
    this.#platform = platform;
  }

  /** `isKept` false: the answer depends on more than its data, such as cookies. */
  run(
    who: Who,
    call: RepeatableCall,
    work: () => Promise<Answered>,
    isKept: () => boolean,
  ): Promise<Answered> {
    // Bodies may contain passwords, whose plain hash could be brute-forced.
    const hash = this.#platform.vault.mac('repeated call', JSON.stringify([call.name, call.body]));
    const id = `${who.tenant} ${who.manager} ${call.key}`;
    const running = this.#running.get(id);
    if (running !== undefined) {
      requireSame(running.hash, hash);
      return running.answer;
    }
    const answer = this.#first(who, call.key, hash, work, isKept).finally(() => this.#running.delete(id));
    this.#running.set(id, { hash, answer });
    return answer;
  }

  async #first(
    who: Who,
    key: string,
    hash: Buffer,
    work: () => Promise<Answered>,
    isKept: () => boolean,
  ): Promise<Answered> {
    const known = await this.#claim(who, key, hash);
    if (known !== null) {
      requireSame(known.hash, hash);
      if (known.answer === null) throw new Failure('repeatInterrupted');
      return answered.parse(JSON.parse(this.#platform.vault.unseal(known.answer)));
    }
    let answer: Answered;
    try {
      answer = await work();
    } catch (error) {
      if (error instanceof Failure) await this.#settle(who, key, null);
      throw error;
    }
    const text = JSON.stringify(answer);
    const fits = Buffer.byteLength(text) <= repeatedAnswerMaxBytes;
    if (fits && isKept()) await this.#settle(who, key, text);
    return answer;
  }

  /** Null when the key is new: it is stored now. */
  #claim({ tenant, manager }: Who, key: string, hash: Buffer): Promise<Known | null> {
    const { database, now } = this.#platform;
    return database.withTenant({ tenant }, async (tx) => {
      const inserted = await tx.run(sql`
        insert into repeated_call (tenant_id, manager_id, key, request_hash, at)
        values (${tenant}, ${manager}, ${key}, ${hash}, ${now()}) on conflict do nothing`);
      if (inserted === 1) return null;
      const known = await tx.first(sql<Known>`
        select request_hash as hash, answer from repeated_call
        where tenant_id = ${tenant} and manager_id = ${manager} and key = ${key}`);
      return known ?? { hash, answer: null };
    });
  }

  /** Stores the answer, or forgets the call. It is done whether or not this succeeds: a repeat is then refused. */
  async #settle({ tenant, manager }: Who, key: string, answer: string | null): Promise<void> {
    const { database, vault, log } = this.#platform;
    const row = sql`tenant_id = ${tenant} and manager_id = ${manager} and key = ${key}`;
    try {
      await database.withTenant({ tenant }, (tx) =>
        tx.run(
          answer === null
            ? sql`delete from repeated_call where ${row}`
            : sql`update repeated_call set answer = ${vault.seal(answer)} where ${row}`,
        ),
      );
    } catch (error) {
      log.warn({ err: error }, 'the answer of a call could not be kept');
    }
  }
}

function requireSame(first: Buffer, hash: Buffer): void {
  if (!sameBytes(first, hash)) throw new Failure('repeatKeyReused');
}

const BATCH = 5_000;

/** Also those from the future: the clock was set back since. */
export function forgetRepeatedCalls({ database, now }: Pick<Platform, 'database' | 'now'>): CronJob {
  return {
    name: 'forgetRepeatedCalls',
    schedule: '*/5 * * * *',
    run: async () => {
      const at = now().getTime();
      const [until, ahead] = [new Date(at - repeatKeptMs), new Date(at + repeatKeptMs)];
      let removed = BATCH;
      while (removed === BATCH) {
        removed = await database.asSystem((tx) =>
          tx.run(sql`
            delete from repeated_call where ctid = any(array(
              select ctid from repeated_call where at < ${until} or at > ${ahead} limit ${BATCH}))`),
        );
      }
    },
  };
}
