import { LANGUAGES } from '@airloom/contract/languages';
import type { Plugin } from 'vite';

/** A domain of this size is added to the build, to measure what the sign-in page pays for it. */
export const DUMMY_ROUTES = 60;
const numbers = Array.from({ length: DUMMY_ROUTES }, (_, index) => index + 1);
const texts = (prefix: string) =>
  Object.fromEntries(numbers.map((n) => [`${prefix}${n}`, `Text ${n * 7919} of a dummy page`]));
const list = (line: (n: number) => string) => numbers.map(line).join('\n');

/** The modules of the domain, by name. */
const MODULES: Readonly<Record<string, string>> = {
  'dummy/limits': `export const DUMMY_LIMITS = {${list((n) => `name${n}Max: ${n * 13},`)}};`,
  'dummy/errors': `export const DUMMY_ERRORS = {${list((n) => `dummy${n}: { code: ${49_000 + n}, http: 200 },`)}};`,
  'dummy/calls': `
    import { z } from 'zod';
    import { defineCall } from '@airloom/contract/call';
    import { text } from '@airloom/contract/fields';
    import { DUMMY_LIMITS } from 'dummy/limits';
    export const dummyCalls = {${list(
      (n) => `dummy${n}: defineCall({ method: 'POST', path: '/dummy/${n}', access: 'dummy', effect: 'write',
        input: z.object({ name: text(DUMMY_LIMITS.name${n}Max) }), output: z.null() }),`,
    )}};`,
  'dummy/feature': `export const dummyFeature = { messages: ['dummy'], routes: [{
    path: '/dummy', title: 'nav.dummy1', menu: true, redirect: '/dummy/1', siteType: 'any', children: [${list(
      (
        n,
      ) => `{ path: '/dummy/${n}', title: 'nav.dummy${n}', permission: 'dummy_${n}', menu: true, siteType: 'any',
        page: () => import('dummy/page-${n}') },`,
    )}] }] };`,
  ...Object.fromEntries(
    numbers.map((n) => [
      `dummy/page-${n}`,
      `import { useCommand } from '/src/shared/api/use-call.ts';
       import { useTranslation } from 'react-i18next';
       import { dummyCalls } from 'dummy/calls';
       export default function DummyPage() {
         const { t } = useTranslation();
         const save = useCommand(dummyCalls.dummy${n});
         return t('dummy.text${n}') + String(save.pending);
       }`,
    ]),
  ),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [`dummy/${language}`, `export default ${JSON.stringify(texts('text'))};`]),
  ),
};

/** Lists that a new domain is added to, and how. A list that moved makes the build fail. */
const LISTS: readonly { readonly file: RegExp; add(code: string): string }[] = [
  {
    file: /src\/app\/inside-features\.ts$/,
    add: (code) =>
      `import { dummyFeature } from 'dummy/feature';\n${after(code, 'Feature[] = [', 'dummyFeature,')}`,
  },
  {
    file: /contract\/src\/errors\.ts$/,
    add: (code) =>
      `import { DUMMY_ERRORS } from 'dummy/errors';\n${after(code, 'const ERRORS = {', '...DUMMY_ERRORS,')}`,
  },
  {
    file: /contract\/src\/permissions\.ts$/,
    add: (code) => {
      const keys = JSON.stringify(numbers.map((n) => `dummy_${n}`));
      return after(code, 'PERMISSION_TREE = [', `{ key: 'dummy', permissions: ${keys} },`);
    },
  },
  ...LANGUAGES.map((language) => ({
    file: new RegExp(`src/shared/i18n/inside-texts\\.${language}\\.ts$`),
    add: (code: string) =>
      `${code}\nObject.assign(insideFiles, {'../../../../../packages/messages/${language}/dummy.json':
        async () => (await import('dummy/${language}')).default });`,
  })),
  {
    file: /packages\/messages\/\w+\/nav\.json$/,
    add: (code) => JSON.stringify({ ...JSON.parse(code), ...texts('dummy') }),
  },
];

function after(code: string, place: string, added: string): string {
  if (!code.includes(place)) throw new Error(`there is no ${place} to add the dummy section to`);
  return code.replace(place, `${place}\n${added}`);
}

/** Adds a section of pages with their calls, limits, errors, permissions and texts to the build. */
export function dummySection(): Plugin {
  return {
    name: 'dummy-section',
    enforce: 'pre',
    resolveId: (id) => (id in MODULES ? `\0${id}` : null),
    load: (id) => MODULES[id.replace('\0', '')] ?? null,
    transform(code, id) {
      const path = id.replaceAll('\\', '/');
      return LISTS.find(({ file }) => file.test(path))?.add(code) ?? null;
    },
  };
}
