import type { Query, Transaction } from '../../../../platform/database/database.ts';

/** Counts executed statements. */
export function countStatements(tx: Transaction): { tx: Transaction; statements: () => number } {
  let count = 0;
  const counted =
    <R, T>(run: (query: Query<R>) => Promise<T>) =>
    (query: Query<R>) => {
      count += 1;
      return run(query);
    };
  return {
    tx: {
      all: (query) => counted(tx.all)(query),
      first: (query) => counted(tx.first)(query),
      run: counted(tx.run),
    },
    statements: () => count,
  };
}
