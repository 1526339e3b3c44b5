import { createHash } from 'node:crypto';
import { LIMITS } from '@airloom/contract/limits';
import { recordOperation } from '../audit.ts';
import { type Database, sqlBuilder, type Transaction } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Scope, TenantScope } from '../scope.ts';
import { type ContentType, contentTypeOf, isContentType } from './content-type.ts';
import { type FileStore, isFileKey } from './file-store.ts';

interface FileKindRow {
  readonly maxBytes: number;
  /** Null when any type will do, because the file is only ever downloaded. */
  readonly types: readonly ContentType[] | null;
  /** Seen by whoever knows the address, such as the guests of a portal page. */
  readonly shownPublicly: boolean;
}

export const FILE_KINDS = {
  image: {
    maxBytes: LIMITS.upload.maxBytes,
    types: ['image/jpeg', 'image/png'],
    shownPublicly: true,
  },
  attachment: { maxBytes: LIMITS.advice.attachmentMaxBytes, types: null, shownPublicly: false },
} as const satisfies Record<string, FileKindRow>;

export type FileKind = keyof typeof FILE_KINDS;

export function isFileKind(text: unknown): text is FileKind {
  return typeof text === 'string' && Object.hasOwn(FILE_KINDS, text);
}

export interface StoredFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly contentType: ContentType;
  readonly size: number;
  readonly sha256: string;
  readonly shownPublicly: boolean;
}

/** Files of accounts: bytes in the file store, what is known about them in the database. */
export class StoredFiles {
  readonly #database: Database;
  readonly #store: FileStore;

  constructor(database: Database, store: FileStore) {
    this.#database = database;
    this.#store = store;
  }

  /** Bytes first: should the server stop in between, unreachable bytes remain, never a row without bytes. */
  async store(scope: Scope, kind: FileKind, bytes: Buffer): Promise<StoredFile> {
    const { maxBytes, types, shownPublicly }: FileKindRow = FILE_KINDS[kind];
    if (bytes.length > maxBytes) throw new Failure('payloadTooLarge');
    const contentType = contentTypeOf(bytes);
    if (bytes.length === 0 || types?.includes(contentType) === false) throw new Failure('fileTypeRefused');
    const file: StoredFile = {
      id: newId(),
      kind,
      contentType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      shownPublicly,
    };
    await this.#store.put(file.id, bytes, contentType);
    try {
      await this.#database.withTenant(scope, (tx) => insert(tx, scope, file));
    } catch (error) {
      await this.#store.delete(file.id).catch((left: unknown) => {
        throw new AggregateError([left], 'A file was neither recorded nor removed again', { cause: error });
      });
      throw error;
    }
    return file;
  }

  /** A file that anyone may see; null for every other id, whether there is such a file or not. */
  async findPublic(id: string): Promise<StoredFile | null> {
    if (!isFileKey(id)) return null;
    return this.#database.asSystem((tx) => first(tx, byId(id).where('shown_publicly', '=', true)));
  }

  /** A file of this account; another account's is simply not there. */
  async find(scope: TenantScope, id: string): Promise<StoredFile | null> {
    if (!isFileKey(id)) return null;
    return this.#database.withTenant(scope, (tx) => first(tx, byId(id)));
  }

  /** The bytes of a file that was found before. */
  async read(file: StoredFile): Promise<Buffer> {
    const bytes = await this.#store.get(file.id);
    if (bytes === null) throw new Error(`The file store lost ${file.id}`);
    return bytes;
  }
}

function byId(id: string) {
  return sqlBuilder
    .selectFrom('stored_file')
    .select(['id', 'kind', 'content_type', 'size', 'sha256', 'shown_publicly'])
    .where('id', '=', id);
}

async function first(tx: Transaction, query: ReturnType<typeof byId>): Promise<StoredFile | null> {
  const row = await tx.first(query);
  if (row === undefined) return null;
  const { kind, content_type: contentType } = row;
  if (!isFileKind(kind) || !isContentType(contentType))
    throw new Error(`Stored file ${row.id} is of no known kind`);
  return {
    id: row.id,
    kind,
    contentType,
    size: Number(row.size),
    sha256: row.sha256,
    shownPublicly: row.shown_publicly,
  };
}

async function insert(tx: Transaction, scope: Scope, file: StoredFile): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('stored_file').values({
      tenant_id: scope.tenant,
      id: file.id,
      kind: file.kind,
      content_type: file.contentType,
      size: file.size,
      sha256: file.sha256,
      shown_publicly: file.shownPublicly,
      created_by: scope.manager,
    }),
  );
  const { id, kind, contentType, size } = file;
  await recordOperation(tx, scope, { target: `file ${id}`, after: { kind, contentType, size } });
}
