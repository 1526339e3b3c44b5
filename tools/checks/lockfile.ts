import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, failing } from './check.ts';

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
}

/** Download addresses tie an install to one registry; integrity hashes alone pin what is installed. */
export const lockfile = {
  name: 'lockfile',
  run(root) {
    const lock: Lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const withAddress = Object.entries(lock.packages ?? {}).filter(([, { resolved = '' }]) =>
      /^[a-z+]+:/i.test(resolved),
    );
    return failing(
      withAddress.map(([name]) => `package-lock.json: ${name} carries a download address ("resolved")`),
    );
  },
} satisfies Check;
