import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** The unique index a statement ran into, when that is why it failed. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? error.constraint : undefined;
}
