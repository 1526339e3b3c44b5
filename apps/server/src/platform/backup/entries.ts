import { z } from 'zod';
import { ByteReader } from './byte-reader.ts';
import { BackupRefused } from './sealed-stream.ts';

/*
 * The content of a backup, entry by entry. On the stream an entry is a record H with its description as
 * JSON, and records D with its bytes. A record is its kind (u8), its length (u32) and that many bytes.
 */

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
});
const partitionSchema = z.object({
  schema: z.string(),
  name: z.string(),
  parent: z.string(),
  /** As PostgreSQL writes it: `FOR VALUES FROM … TO …`. */
  bound: z.string(),
});

const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('about'), version: z.string(), createdAt: z.string() }),
  /** A file of the data folder, such as a key. */
  z.object({ kind: z.literal('dataFile'), path: z.string() }),
  z.object({ kind: z.literal('storedFile'), id: z.string(), contentType: z.string(), sha256: z.string() }),
  z.object({
    kind: z.literal('database'),
    migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
    /** How many migrations of its own the job queue has run. */
    jobsMigration: z.int(),
    partitions: z.array(partitionSchema),
    sequences: z.array(
      z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() }),
    ),
  }),
  /** The rows of a table, as COPY writes them in text format. */
  tableSchema.extend({ kind: z.literal('table') }),
  z.object({ kind: z.literal('end') }),
]);

export type EntryHeader = z.output<typeof entrySchema>;
export type DatabaseHeader = Extract<EntryHeader, { kind: 'database' }>;
export type TableHeader = z.output<typeof tableSchema>;
export type PartitionHeader = z.output<typeof partitionSchema>;

export interface Entry {
  readonly header: EntryHeader;
  /** To be read before the next entry; the rest is skipped. */
  readonly body: AsyncIterable<Buffer>;
}

const HEADER = 'H'.charCodeAt(0);
const DATA = 'D'.charCodeAt(0);
const RECORD_MAX = 1024 * 1024;

function record(kind: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(kind);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** An entry as encoded on the stream. */
export async function* entryBytes(
  header: EntryHeader,
  body: AsyncIterable<Buffer> | Iterable<Buffer> = [],
): AsyncGenerator<Buffer, void, undefined> {
  yield record(HEADER, Buffer.from(JSON.stringify(header)));
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length; at += RECORD_MAX) {
      yield record(DATA, bytes.subarray(at, at + RECORD_MAX));
    }
  }
}

/** @throws {BackupRefused} when the stream ends without an `end` entry, or goes on after it. */
export async function* readEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<Entry, void, undefined> {
  const reader = new ByteReader(stream);
  let next = await readRecord(reader);
  async function* body(): AsyncGenerator<Buffer, void, undefined> {
    while (next !== null && next.kind === DATA) {
      yield next.bytes;
      next = await readRecord(reader);
    }
  }
  for (;;) {
    if (next === null || next.kind !== HEADER) throw new BackupRefused('The backup has no proper end.');
    const header = entrySchema.parse(JSON.parse(next.bytes.toString()));
    next = await readRecord(reader);
    const rest = body();
    yield { header, body: rest };
    for await (const _ of rest);
    if (header.kind === 'end') break;
  }
  if (next !== null) throw new BackupRefused('The backup goes on after its end.');
}

async function readRecord(reader: ByteReader): Promise<{ kind: number; bytes: Buffer } | null> {
  const head = await reader.take(5);
  if (head === null) return null;
  const length = head.readUInt32BE(1);
  if (length > RECORD_MAX) throw new BackupRefused('The backup has a record that is too long.');
  const bytes = await reader.take(length);
  if (bytes === null) throw new BackupRefused('The backup ends in the middle of a record.');
  return { kind: head.readUInt8(), bytes };
}
