import type { PlainErrorKey } from '@airloom/contract/errors';
import pg from 'pg';
import { Failure } from '../failure.ts';

const UNIQUE_VIOLATION = '23505';

/** For `.catch()`: a value that is taken already becomes the failure declared for that index. */
export function rethrowUnique(failures: Readonly<Record<string, PlainErrorKey>>): (error: unknown) => never {
  return (error) => {
    const taken =
      error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : undefined;
    const key = taken === undefined ? undefined : failures[taken];
    throw key === undefined ? error : new Failure(key);
  };
}
