import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/secrets.ts';
import type { TestServer } from '../test-server.ts';
import { buildWorld, type World } from '../world.ts';
import type { OwnedTable } from './owned-tables.ts';

/** Before the sessions of the first world expire. */
const FRESH_MS = 10 * 60 * 1000;

/** Random values that must differ between worlds, as in JSON: ids, hashes, serial numbers. */
const DRAWN = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<="\\\\x)[\da-f]{64}(?=")|(?<=")[\da-f]{12}(?=")`;

/** JSON, split: every other piece is a name that each copy replaces. */
type Pieces = readonly string[];

interface Original {
  readonly built: World;
  readonly world: Pieces;
  /** By table. */
  readonly rows: Pieces;
  /** All names in both, in their order. */
  readonly names: readonly string[];
  readonly insert: string;
  readonly until: number;
}

/** Hundreds of worlds: one is built through the API, the others are copies of its rows under new names. */
export class Worlds {
  readonly #server: TestServer;
  readonly #client: pg.Client;
  readonly #tables: readonly OwnedTable[];
  #original: Original | undefined;

  /** Triggers must be off for the client: their rows are copied, too. */
  constructor(server: TestServer, client: pg.Client, tables: readonly OwnedTable[]) {
    this.#server = server;
    this.#client = client;
    this.#tables = tables;
  }

  async next(): Promise<World> {
    if (this.#original === undefined || this.#original.until < this.#server.platform.now().getTime())
      this.#original = await this.#build();
    const { built, insert, rows, world } = this.#original;
    const names = newNames(this.#original);
    await this.#client.query({ name: built.marker, text: insert, values: [joined(rows, names)] });
    const copied: Omit<World, 'server'> = JSON.parse(joined(world, names));
    return { ...copied, server: this.#server };
  }

  async #build(): Promise<Original> {
    const built = await buildWorld(this.#server);
    const rows: Record<string, readonly object[]> = {};
    for (const { name, where } of this.#tables) {
      const found = await this.#client.query<{ row: object }>(
        `select to_jsonb(owned) as row from ${name} owned where ${where}`,
        [built.owner.tenant],
      );
      if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row);
    }
    const { server, ...world } = built;
    const given = [built.marker, built.operator.userName, ...tokensOf(built)];
    const pattern = new RegExp(`(${[DRAWN, ...given].join('|')})`);
    const cut = { world: JSON.stringify(world).split(pattern), rows: JSON.stringify(rows).split(pattern) };
    return {
      ...cut,
      built,
      names: [...namesIn(cut.world), ...namesIn(cut.rows)].toSorted(),
      insert: insertInto(this.#tables.filter(({ name }) => name in rows)),
      until: server.platform.now().getTime() + FRESH_MS,
    };
  }
}

function insertInto(tables: readonly OwnedTable[]): string {
  const parts = tables.map(({ name, columns }) => {
    const list = columns.map((column) => `"${column}"`).join();
    return `${name}_copied as (insert into ${name} (${list})
      select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb -> '${name}'))`;
  });
  return `with ${parts.join()} select`;
}

function tokensOf({ owner, operator, invitationToken }: World): string[] {
  return [owner.token, operator.token, invitationToken];
}

function namesIn(pieces: Pieces): string[] {
  return pieces.filter((_, place) => place % 2 === 1);
}

function newNames({ built, names: old }: Original): Map<string, string> {
  const marker = `w${randomUUID().slice(0, 8)}`;
  const names = new Map([
    [built.marker, marker],
    [built.operator.userName, `o${marker}`],
  ]);
  for (const token of tokensOf(built)) {
    const other = newToken();
    names.set(token, other);
    names.set(hashToken(token).toString('hex'), hashToken(other).toString('hex'));
  }
  // In order, so that newer ids stay the greater ones.
  for (const name of old) {
    if (!names.has(name))
      names.set(name, name.includes('-') ? newId() : randomBytes(name.length / 2).toString('hex'));
  }
  return names;
}

function joined(pieces: Pieces, names: ReadonlyMap<string, string>): string {
  return pieces.map((piece, place) => (place % 2 === 0 ? piece : names.get(piece))).join('');
}
