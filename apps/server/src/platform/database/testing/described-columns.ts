import type { Insertable, Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

/** An array can be jsonb as well. */
type TypeClass<T> = [T] extends [string]
  ? 'string'
  : [T] extends [number]
    ? 'number'
    : [T] extends [boolean]
      ? 'boolean'
      : [T] extends [Date]
        ? 'time'
        : [T] extends [Uint8Array]
          ? 'bytes'
          : [T] extends [readonly unknown[]]
            ? 'array' | 'json'
            : 'json';

/** `unknown` may be null: there, what may be inserted decides. */
type MayBeNull<Row, K extends keyof Row> = unknown extends Selectable<Row>[K & keyof Selectable<Row>]
  ? null extends Insertable<Row>[K & keyof Insertable<Row>]
    ? true
    : false
  : null extends Selectable<Row>[K & keyof Selectable<Row>]
    ? true
    : false;

type Described<Row> = {
  [K in keyof Row]: `${TypeClass<NonNullable<Selectable<Row>[K & keyof Selectable<Row>]>>}${MayBeNull<Row, K> extends true ? '?' : ''}`;
};

/** Each column of each table as `string`, `number?`, …; a question mark where it may be null. */
export type DescribedTables = { [T in keyof Tables]: Described<Tables[T]> };
