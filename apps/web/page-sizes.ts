import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { LANGUAGES } from '@airloom/contract/languages';
import { PUBLIC_TEXTS, textsOf } from './chunks.ts';
import { features } from './src/app/all-routes.ts';
import { flattenContributions } from './src/app/routing/merge-routes.ts';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const MESSAGES = '../../packages/messages';
const SHELL_TEXTS = ['shell', 'access'];
const ANTD_LOCALES = { en: 'en_US', zh: 'zh_CN', pl: 'pl_PL', es: 'es_ES' } as const;

interface PageCost {
  readonly path: string;
  readonly public: boolean;
  readonly keys: Set<string>;
}

export interface PageSizes {
  /** Compressed JavaScript of the sign-in page, in kB. */
  readonly login: number;
  /** What the other pages load in addition. */
  readonly others: readonly { readonly path: string; readonly public: boolean; readonly extra: number }[];
}

/** The compressed JavaScript of every page of a built web. */
export function pageSizes(dist: string): PageSizes {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const sizes = new Map<string, number>();
  function sizeOf(key: string): number {
    const { file } = chunkOf(key);
    const known = sizes.get(file);
    if (known !== undefined) return known;
    const size = brotliCompressSync(readFileSync(join(dist, file))).length / 1_000;
    sizes.set(file, size);
    return size;
  }

  function chunkOf(key: string): Chunk {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    return chunk;
  }

  /** A chunk with its static imports: everything needed before it runs. */
  function closure(keys: readonly string[], found = new Set<string>()): Set<string> {
    for (const key of keys) {
      if (found.has(key)) continue;
      found.add(key);
      closure(chunkOf(key).imports ?? [], found);
    }
    return found;
  }

  function total(keys: Iterable<string>): number {
    return [...keys].reduce((sum, key) => sum + sizeOf(key), 0);
  }

  /** Common texts are in one chunk, identified by its name. */
  function textKey(language: string, domain: string): string {
    const file = `${MESSAGES}/${language}/${domain}.json`;
    const name = textsOf(file);
    if (name === null) return file;
    const key = Object.keys(manifest).find((candidate) => manifest[candidate]?.name === name);
    if (key === undefined) throw new Error(`the build has no ${name}`);
    return key;
  }

  /** The list that texts behind the sign-in are found in. */
  function listKeys(language: string, texts: readonly string[]): string[] {
    const list = `src/shared/i18n/inside-texts.${language}.ts`;
    return chunkOf(list).dynamicImports?.some((key) => texts.includes(key)) ? [list] : [];
  }

  function textsWithList(language: string, domains: readonly string[]): string[] {
    const texts = domains.map((domain) => textKey(language, domain));
    return [...texts, ...listKeys(language, texts)];
  }

  /** Texts count with their largest language. */
  function textKeys(domains: readonly string[]): string[] {
    const perLanguage = LANGUAGES.map((language) => [
      ...textsWithList(language, domains),
      ...Object.keys(manifest).filter((key) => key.endsWith(`antd/es/locale/${ANTD_LOCALES[language]}.js`)),
    ]);
    return perLanguage.sort((a, b) => total(b) - total(a))[0] ?? [];
  }

  function pageCosts(): PageCost[] {
    return features.flatMap((feature) =>
      flattenContributions(feature.routes).flatMap((route): PageCost[] => {
        // The module of a page is only known from the import in its route.
        const file = /import\(['"]\.\/(.+?)['"]\)/.exec(String(route.page))?.[1];
        if (file === undefined) return [];
        const key = Object.keys(manifest).find((name) => name.endsWith(`/${file}`));
        if (key === undefined) throw new Error(`the build has no page for ${route.path}`);
        const texts = textKeys([...PUBLIC_TEXTS, ...feature.messages, ...(route.public ? [] : SHELL_TEXTS)]);
        const frame = route.public ? [] : ['src/app/shell/Shell.tsx'];
        return [
          {
            path: route.path,
            public: route.public ?? false,
            keys: closure(['index.html', key, ...texts, ...frame]),
          },
        ];
      }),
    );
  }

  const pages = pageCosts();
  const login = pages.find((page) => page.path === '/login');
  if (!login) throw new Error('there is no /login');
  return {
    login: total(login.keys),
    others: pages
      .filter((page) => page !== login)
      .map(({ path, public: isPublic, keys }) => ({
        path,
        public: isPublic,
        extra: total([...keys].filter((key) => !login.keys.has(key))),
      })),
  };
}
