import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { DUMMY_ROUTES, dummySection } from '../apps/web/dummy-section.ts';
import { pageSizes } from '../apps/web/page-sizes.ts';
import { temporaryFolder } from './support/cleanup.ts';
import type { Row } from './support/report.ts';

const WEB = join(import.meta.dirname, '../apps/web');
/** The most that a section of pages may add to the sign-in page. */
const GROWTH_MAX_KB = 0.3;

/** The sign-in page as built, and with a further section of pages in the console. */
export async function size(): Promise<Row[]> {
  const now = pageSizes(join(WEB, 'dist')).login;
  const outDir = await temporaryFolder();
  process.env['NODE_ENV'] = 'production';
  await build({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [dummySection()],
    build: { outDir, emptyOutDir: true },
  });
  const manifest = await readFile(join(outDir, '.vite/manifest.json'), 'utf8');
  if (!manifest.includes(`page-${DUMMY_ROUTES}`)) throw new Error('the build has no dummy pages');
  const grown = pageSizes(outDir).login;
  if (Math.abs(grown - now) > GROWTH_MAX_KB) {
    throw new Error(
      `${DUMMY_ROUTES} more pages change the sign-in page from ${kilobytes(now)} to ${kilobytes(grown)}, more than ${GROWTH_MAX_KB} kB`,
    );
  }
  return [
    { what: 'Sign-in page, compressed JavaScript', figures: [kilobytes(now)], ratio: '' },
    {
      what: `With a further section of ${DUMMY_ROUTES} pages, their calls, limits, errors, permissions and texts`,
      figures: [kilobytes(grown)],
      ratio: `${(grown - now).toFixed(2)} kB more`,
    },
  ];
}

function kilobytes(value: number): string {
  return `${value.toFixed(2)} kB`;
}
