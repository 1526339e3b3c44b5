import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Check, failing } from './check.ts';

const DOCUMENTS = ['*.md', 'docs/*.md'];
/** What a document may name of the project. */
const FILES = ['{apps,packages,tools,e2e,bench,docs}/**/*', '*'];
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|\.cache|\.data)(?:\/|$)/;

/** Source files, and folders of at least two names: no address, no route, no pattern, nothing in `DATA_DIR`. */
const PATH = /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql)$|^[a-z][\w-]*(?:\/[\w-]+)+\/?$/;

function pathsIn(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code).filter((code) => PATH.test(code));
}

/** Documents name only files and folders that exist, by their whole path or its end. */
export const docPaths = {
  name: 'doc-paths',
  run(root) {
    const known = globSync(FILES, { cwd: root, exclude: (name) => NOT_OURS.test(name) }).map(
      (file) => `/${file.split(sep).join('/')}`,
    );
    const exists = (path: string): boolean => {
      const end = `/${path.replace(/\/$/, '')}`;
      return known.some((file) => file.endsWith(end) || file.includes(`${end}/`));
    };
    return failing(
      globSync(DOCUMENTS, { cwd: root }).flatMap((document) =>
        pathsIn(readFileSync(join(root, document), 'utf8'))
          .filter((path) => !exists(path))
          .map((path) => `${document} names ${path}, which does not exist`),
      ),
    );
  },
} satisfies Check;
