import type { PlainErrorKey } from '@airloom/contract/errors';
import pg from 'pg';
import { Failure } from '../failure.ts';

const UNIQUE_VIOLATION = '23505';

/** For `.catch()`: a violated unique index becomes the failure declared for it. */
export function rethrowUnique(failures: Readonly<Record<string, PlainErrorKey>>): (error: unknown) => never {
  return (error) => {
    const taken =
      error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : undefined;
    const key = taken === undefined ? undefined : failures[taken];
    throw key === undefined ? error : new Failure(key);
  };
}
