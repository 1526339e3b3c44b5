import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { beOnlyConsole } from './only-console.ts';

test('of two consoles on one database the second is refused, until the first is gone', async () => {
  const database = await createTestDatabase();
  const first = await beOnlyConsole(database.url, () => undefined);
  await expect(beOnlyConsole(database.url, () => undefined)).rejects.toThrow('Another Airloom console');
  await first.release();
  const next = await beOnlyConsole(database.url, () => undefined);
  await next.release();
  await database.drop();
});
