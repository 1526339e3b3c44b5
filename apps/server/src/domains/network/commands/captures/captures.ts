import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Failure } from '../../../../platform/failure.ts';
import type { StoredFiles } from '../../../../platform/files/stored-files.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken } from '../../../../platform/secrets.ts';
import { ended } from '../queue/command-lifecycle.ts';
import { settleAndAnnounce, settlementOf } from '../queue/settle.ts';

interface Expected {
  readonly tenant: string;
  readonly id: string;
  readonly manager: string;
  readonly userName: string;
}

interface From {
  readonly address: string;
  readonly requestId: string;
}

/** Receives captures that devices upload; each upload address is valid for one file. */
export class Captures {
  readonly #platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>;
  readonly #files: StoredFiles;
  readonly #beingTaken = new Set<string>();

  constructor(platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>, files: StoredFiles) {
    this.#platform = platform;
    this.#files = files;
  }

  /** Stores the capture for the account that requested it, and ends the command. */
  async take(token: string, from: From, open: () => Readable): Promise<void> {
    const expected = await this.#find(token);
    if (expected === undefined) throw new Failure('notFound');
    if (this.#beingTaken.has(expected.id)) throw new Failure('tooManyRequests');
    this.#beingTaken.add(expected.id);
    try {
      await this.#keep(expected, from, open());
    } finally {
      this.#beingTaken.delete(expected.id);
    }
  }

  #find(token: string): Promise<Expected | undefined> {
    return this.#platform.database.asSystem((tx) =>
      tx.first(sql<Expected>`
        select command.tenant_id as tenant, command.id, batch.created_by as manager,
          batch.created_by_name as "userName"
        from command
        join command_batch as batch on batch.tenant_id = command.tenant_id and batch.id = command.batch_id
        where command.upload_hash = ${hashToken(token)} and command.command = 'trace' and command.ended_at is null
          and command.sent_at is not null and batch.created_by is not null`),
    );
  }

  async #keep(expected: Expected, { address, requestId }: From, bytes: Readable): Promise<void> {
    const uploader = { ...expected, demoSession: null, origin: { address, call: 'captures', requestId } };
    let fileId: string;
    try {
      fileId = (await this.#files.store(uploader, 'capture', bytes)).id;
    } catch (error) {
      // An interrupted upload may be repeated; a file that is no capture ends the command.
      if (error instanceof Failure && error.key !== 'malformedRequest') await this.#end(expected, null);
      throw error;
    }
    if (await this.#end(expected, fileId)) return;
    await this.#files.remove(expected, fileId);
    throw new Failure('notFound');
  }

  /** False when the command has ended already. */
  async #end(expected: Expected, fileId: string | null): Promise<boolean> {
    const { database, now } = this.#platform;
    const verdict = fileId === null ? ended('commandError', { reason: 'badUpload' }) : ended('success');
    const settled = await database.withTenant(expected, (tx) =>
      settleAndAnnounce(tx, [settlementOf(expected, verdict, { fileId })], now()),
    );
    this.#platform.wakeOutbox();
    return settled.length > 0;
  }
}
