import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** Minimum size in bytes worth compressing. */
const WORTH_BYTES = 256;

async function compress(file: string): Promise<void> {
  const source = await readFile(file);
  if (source.length < WORTH_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(source, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    deflate(source, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Writes `.br` and `.gz` beside each text file, so that the server never compresses while answering. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const names = await readdir(dir, { recursive: true });
      const files = names.filter((name) => TEXT.has(extname(name))).map((name) => join(dir, name));
      await Promise.all(
        files.map(async (file) => {
          if ((await stat(file)).isFile()) await compress(file);
        }),
      );
    },
  };
}
