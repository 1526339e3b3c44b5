import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { audit, recordOperation } from '../audit.ts';
import { type Database, sqlBuilder, type Transaction } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Platform } from '../platform.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Scope, TenantScope } from '../scope.ts';
import { type ContentType, contentTypeOf, isContentType } from './content-type.ts';
import { requireExportQuota } from './export-quota.ts';
import { type FileKind, fileKind, isExport, isFileKind } from './file-kinds.ts';
import { type ByteRange, type FileStore, isFileKey } from './file-store.ts';
import { type ReceivedFile, rewrite } from './incoming.ts';

const MEGABYTE = 1024 * 1024;

function expiryOf(kind: FileKind) {
  const { keptMs } = fileKind(kind);
  return keptMs === null ? null : sql<Date>`now() + make_interval(secs => ${keptMs / 1000})`;
}

/** Whether the person, or in the demo the visitor, created the file. */
export function isMaker(
  { manager, demoSession }: Pick<Scope, 'manager' | 'demoSession'>,
  file: Pick<StoredFile, 'createdBy' | 'demoSession'>,
): boolean {
  return file.createdBy === manager && file.demoSession === demoSession;
}

export interface StoredFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly contentType: ContentType;
  readonly size: number;
  readonly sha256: string;
  readonly shownPublicly: boolean;
  readonly createdBy: string;
  /** Of a visitor of the demo, who shares the person with other visitors. */
  readonly demoSession: string | null;
}

/** The person and account a file is stored for. */
export type Uploader = Pick<Scope, 'tenant' | 'manager' | 'userName' | 'demoSession' | 'origin'>;

/** Files of accounts: bytes in the file store, metadata in the database. */
export class StoredFiles {
  readonly #database: Database;
  readonly #store: FileStore;
  readonly #quotas: Quotas;

  constructor({ database, files, quotas }: Pick<Platform, 'database' | 'files' | 'quotas'>) {
    this.#database = database;
    this.#store = files;
    this.#quotas = quotas;
  }

  /** Stores a body, unless it is too large or of a type the kind does not accept. */
  async store(scope: Uploader, kind: FileKind, body: Readable): Promise<StoredFile> {
    return this.#store.incoming.receive(body, fileKind(kind).maxBytes, (received) =>
      this.#keepClean(scope, kind, received),
    );
  }

  async #keepClean(scope: Uploader, kind: FileKind, received: ReceivedFile): Promise<StoredFile> {
    const { clean } = fileKind(kind);
    if (clean === undefined) return this.#keep(scope, kind, received);
    const bytes = clean(await readFile(received.path));
    if (bytes === null) throw new Failure('fileTypeRefused');
    return this.#keep(scope, kind, await rewrite(received, bytes));
  }

  /** Bytes first: if the server stops in between, unreachable bytes remain, never a row without bytes. */
  async #keep(scope: Uploader, kind: FileKind, received: ReceivedFile): Promise<StoredFile> {
    const { types, servedAs, shownPublicly } = fileKind(kind);
    const { size, sha256, start } = received;
    const contentType = servedAs ?? contentTypeOf(start);
    if (size === 0 || types?.includes(contentType) === false) throw new Failure('fileTypeRefused');
    const file: StoredFile = {
      id: newId(),
      kind,
      contentType,
      size,
      sha256,
      shownPublicly,
      createdBy: scope.manager,
      demoSession: scope.demoSession,
    };
    await this.#store.put(file.id, received, contentType);
    try {
      await this.#database.withTenant(scope, async (tx) => {
        await this.#requireQuota(tx, scope, file);
        await insert(tx, scope, file);
      });
    } catch (error) {
      await this.#store.delete(file.id).catch((left: unknown) => {
        throw new AggregateError([left], 'A file was neither recorded nor removed again', { cause: error });
      });
      throw error;
    }
    return file;
  }

  async #requireQuota(tx: Transaction, scope: Uploader, { kind, size }: StoredFile): Promise<void> {
    await this.#quotas.require(tx, scope, 'files');
    await this.#quotas.require(tx, scope, 'storageMegabytes', { adding: size / MEGABYTE });
    if (isExport(kind)) await requireExportQuota(tx, this.#quotas, scope);
  }

  /** A public file; null for every other id, whether there is such a file or not. */
  async findPublic(id: string): Promise<StoredFile | null> {
    if (!isFileKey(id)) return null;
    return this.#database.asSystem((tx) =>
      first(tx, byId(id).where('shown_publicly', '=', true).where(IS_ACCOUNT_OPEN)),
    );
  }

  /** A file of this account; another account's does not exist for it. */
  async find(scope: TenantScope, id: string): Promise<StoredFile | null> {
    if (!isFileKey(id)) return null;
    return this.#database.withTenant(scope, (tx) => first(tx, byId(id)));
  }

  /** Does nothing when it is deleted already. */
  async remove(scope: TenantScope, id: string): Promise<void> {
    await this.#database.withTenant(scope, (tx) =>
      tx.run(sqlBuilder.deleteFrom('stored_file').where('tenant_id', '=', scope.tenant).where('id', '=', id)),
    );
    await this.#store.delete(id);
  }

  /** The bytes of a file that was found before, as a stream. */
  async read(file: StoredFile, range?: ByteRange): Promise<Readable> {
    const bytes = await this.#store.read(file.id, range);
    if (bytes === null) throw new Error(`The file store lost ${file.id}`);
    return bytes;
  }
}

const IS_ACCOUNT_OPEN = sql<boolean>`not exists (
  select from account where account.id = stored_file.tenant_id and account.closed_at is not null)`;

function byId(id: string) {
  return sqlBuilder
    .selectFrom('stored_file')
    .select(['id', 'kind', 'content_type', 'size', 'sha256', 'shown_publicly', 'created_by', 'session_id'])
    .where('id', '=', id)
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
    );
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
    createdBy: row.created_by,
    demoSession: row.session_id,
  };
}

async function insert(tx: Transaction, scope: Uploader, file: StoredFile): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('stored_file').values({
      tenant_id: scope.tenant,
      id: file.id,
      kind: file.kind,
      content_type: file.contentType,
      size: file.size,
      sha256: file.sha256,
      shown_publicly: file.shownPublicly,
      created_by: file.createdBy,
      session_id: file.demoSession,
      expires_at: expiryOf(file.kind),
    }),
  );
  const { id, kind, contentType, size } = file;
  const changes = audit.values(null, { fileKind: kind, contentType, size });
  await recordOperation(tx, scope, audit.object('file', { id, name: kind }, {}, changes));
}
