import { join } from 'node:path';
import { pageSizes } from './page-sizes.ts';

/** Limits of compressed JavaScript per page. Runs after the build and fails above a limit. */
const LOGIN_MAX_KB = 215;
/** In addition to the sign-in page, including the shell: alarm bell, drawers, live updates. */
const EXTRA_MAX_KB = 176;

const { login, others } = pageSizes(join(import.meta.dirname, 'dist'));
/** Pages without the shell are left out of the average. */
const inside = others.filter((page) => !page.public);
const average = inside.reduce((sum, page) => sum + page.extra, 0) / inside.length;

function row(name: string, size: number, limit?: number): string {
  const judgement = limit === undefined ? '' : `  of ${limit}${size > limit ? '  TOO MUCH' : ''}`;
  return `${name.padEnd(32)}${size.toFixed(1).padStart(8)} kB${judgement}`;
}

const table = [
  row('/login, first load', login, LOGIN_MAX_KB),
  ...others.map((page) => row(`${page.path}, on top`, page.extra)),
  row('average inside, on top', average, EXTRA_MAX_KB),
];
process.stdout.write(`JavaScript, brotli\n${table.join('\n')}\n`);
process.exitCode = login > LOGIN_MAX_KB || average > EXTRA_MAX_KB ? 1 : 0;
