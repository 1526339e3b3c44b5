import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ABOUT_THE_DATABASE } from './database-tests.ts';

const ROOT = new URL('../../', import.meta.url);

test.each(ABOUT_THE_DATABASE)('%s matches a file', (pattern) => {
  expect(globSync(pattern, { cwd: ROOT })).not.toEqual([]);
});
