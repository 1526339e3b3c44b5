import { describe, expect, test } from 'vitest';
import type { DynamicKeys } from './dynamic-keys/model.ts';
import { messagesCheck } from './messages.ts';
import { makeTree } from './testing/tree.ts';

type Texts = Record<string, unknown>;

const PLURALS = {
  en: { count_one: 'one role', count_other: '{{count}} roles' },
  zh: { count_other: '{{count}} 个角色' },
  pl: {
    count_one: 'jedna rola',
    count_few: '{{count}} role',
    count_many: '{{count}} ról',
    count_other: '{{count}} roli',
  },
  es: { count_one: 'un rol', count_many: '{{count}} de roles', count_other: '{{count}} roles' },
};
type Language = keyof typeof PLURALS;

const PAGE = 'apps/web/src/features/roles/pages/RolesPage.tsx';
const page = "export const x = <p>{t('roles.list.title', { name })}{t('roles.count', { count })}</p>;";

function textsOf(language: Language): Texts {
  return { list: { title: `${language} {{name}}` }, ...PLURALS[language] };
}

interface Change {
  readonly texts?: Partial<Record<Language, Texts>>;
  readonly files?: Record<string, string>;
  readonly dynamicKeys?: readonly DynamicKeys[];
}

function failuresOf({ texts = {}, files = {}, dynamicKeys = [] }: Change): readonly string[] {
  const languages: readonly Language[] = ['en', 'zh', 'pl', 'es'];
  const messages = languages.map((language) => [
    `packages/messages/${language}/roles.json`,
    JSON.stringify({ ...textsOf(language), ...texts[language] }),
  ]);
  const root = makeTree({ ...Object.fromEntries(messages), [PAGE]: page, ...files });
  return messagesCheck(dynamicKeys).run(root).failures;
}

function inEveryLanguage(texts: Texts): Record<Language, Texts> {
  return { en: texts, zh: texts, pl: texts, es: texts };
}

test('four equal languages pass', () => {
  expect(failuresOf({})).toEqual([]);
});

describe('languages side by side', () => {
  test.each<[string, Change['texts'], string[]]>([
    ['a missing key', { pl: { list: {} } }, ['pl: roles.list.title is missing']],
    ['a key too many', { es: { extra: 'más' } }, ['es: roles.extra is not in en']],
    [
      'an empty text',
      { zh: { list: { title: ' ' } } },
      ['zh: roles.list.title is empty', 'zh: roles.list.title lacks {{name}}'],
    ],
    ['a lost placeholder', { pl: { list: { title: 'Role' } } }, ['pl: roles.list.title lacks {{name}}']],
    [
      'a misspelt placeholder',
      { es: { list: { title: '{{nombre}}' } } },
      [
        'es: roles.list.title lacks {{name}}',
        'es: roles.list.title has {{nombre}}, unknown to the source text',
      ],
    ],
    [
      'a missing plural form',
      { pl: { count_few: undefined } },
      ['pl: roles.count_few is missing: a plural of this language needs it'],
    ],
    [
      'a missing source form',
      { en: { count_one: undefined } },
      ['en: roles.count_one is missing: a plural of this language needs it'],
    ],
    [
      'a plural form too many',
      { zh: { count_one: '{{count}}' } },
      ['zh: roles.count_one is no plural form of this language'],
    ],
    [
      'a plural beside a plain text',
      { es: { count: '{{count}}' } },
      ['es: roles.count is both a plural and a plain message'],
    ],
    [
      'a plural form without its number',
      { pl: { count_many: 'role' } },
      ['pl: roles.count_many lacks {{count}}'],
    ],
    [
      'a list instead of text',
      { pl: { list: { title: ['x'] } } },
      ['pl: roles.list.title is neither text nor a group of texts', 'pl: roles.list.title is missing'],
    ],
  ])('%s', (_, texts = {}, failures) => {
    expect(failuresOf({ texts })).toEqual(failures);
  });

  test('formats and tags of rich texts are placeholders too', () => {
    const texts = inEveryLanguage({ list: { title: '<b>{{- name}}</b> {{when, datetime}}' } });
    const files = { [PAGE]: page.replace('{ name }', '{ name, when }') };
    expect(failuresOf({ texts, files })).toEqual([]);
    const lost = { ...texts, pl: { list: { title: '<b>{{name}} {{when, datetime}}' } } };
    expect(failuresOf({ texts: lost, files })).toEqual(['pl: roles.list.title lacks </b>']);
  });

  test('a file that one language lacks or has alone', () => {
    const files = {
      'packages/messages/en/sites.json': '{ "name": "Site" }',
      'packages/messages/zh/sites.json': '{ "name": "站点" }',
      'packages/messages/es/sites.json': '{ "name": "Sitio" }',
      'packages/messages/pl/extra.json': '{ "more": "Jeszcze" }',
      'packages/contract/src/a.ts': "const key = 'sites.name';",
    };
    expect(failuresOf({ files })).toEqual(['pl: sites.json is missing', 'pl: extra.json is not in en']);
  });
});

describe('messages and their use', () => {
  const spare = inEveryLanguage({ spare: 'x' });

  test('a message nobody uses', () => {
    expect(failuresOf({ texts: spare })).toEqual(['roles.spare is used nowhere']);
  });

  test.each([
    ['apps/web/src/features/roles/A.tsx', "const x = <p>{i18next.t('roles.spare')}</p>;"],
    ['apps/web/src/features/roles/A.tsx', "const x = t(open ? 'roles.spare' : 'roles.count', { count });"],
    ['apps/web/src/features/roles/A.tsx', 'const x = <Trans i18nKey="roles.spare" />;'],
    ['apps/web/src/features/roles/A.tsx', "const route = { title: 'roles.spare' };"],
    ['packages/contract/src/roles/roles.rules.ts', "const name = z.string('roles.spare');"],
    ['apps/server/src/domains/roles/a.ts', "translate(language, 'roles.spare');"],
    ['apps/server/src/domains/roles/a.ts', "const key = 'roles.spare';"],
    ['apps/server/src/domains/roles/a.ts', 'const key = `roles.spare`;'],
  ])('%s uses one by %s', (path, text) => {
    expect(failuresOf({ texts: spare, files: { [path]: text } })).toEqual([]);
  });

  test('a test is no use, nor is a message of its own name', () => {
    const files = { 'apps/web/src/features/roles/a.test.ts': "t('roles.spare');" };
    expect(failuresOf({ texts: spare, files })).toEqual(['roles.spare is used nowhere']);
  });

  test('a message that another takes in is used, and must be there', () => {
    const texts = inEveryLanguage({ spare: 'x', list: { title: '{{name}} $t(roles.spare)' } });
    expect(failuresOf({ texts })).toEqual([]);
    const gone = inEveryLanguage({ list: { title: '{{name}} $t(roles.gone)' } });
    expect(failuresOf({ texts: gone })).toEqual(['a message takes in roles.gone, which no message has']);
  });

  test.each([
    ['apps/web/src/features/roles/a.ts', "t('roles.gone');", 'roles.gone'],
    ['apps/web/src/features/roles/a.ts', "t('nowhere.gone');", 'nowhere.gone'],
    ['apps/web/src/features/roles/a.ts', "t(open ? 'roles.gone' : 'roles.count', { count });", 'roles.gone'],
    ['apps/web/src/features/roles/a.ts', "t('roles.list');", 'roles.list'],
    ['apps/web/src/features/roles/a.ts', "t('title');", 'title'],
    ['apps/web/src/features/roles/A.tsx', '<Trans i18nKey="roles.gone" />;', 'roles.gone'],
    ['apps/web/src/features/roles/a.ts', "const route = { title: 'roles.gone' };", 'roles.gone'],
    ['packages/contract/src/roles/roles.rules.ts', "z.string('roles.gone');", 'roles.gone'],
    ['apps/server/src/domains/roles/a.ts', "translate(language, 'roles.gone');", 'roles.gone'],
  ])('%s asks for what is not there by %s', (path, text, key) => {
    expect(failuresOf({ files: { [path]: text } })).toEqual([`${path}:1 uses ${key}, which no message has`]);
  });

  test.each([
    ['apps/server/src/domains/roles/a.ts', "db.selectFrom('roles').select('roles.id');"],
    ['apps/web/src/features/roles/a.ts', "import('./roles.queries.ts');"],
    ['apps/web/src/features/roles/a.ts', "const words = 'roles. And more';"],
    ['apps/web/src/features/roles/a.ts', "fetch('example.com');"],
    ['apps/server/src/domains/roles/a.ts', 'const sql = `roles.${column}`;'],
  ])('%s may say %s', (path, text) => {
    expect(failuresOf({ files: { [path]: text } })).toEqual([]);
  });
});

describe('values of messages', () => {
  const web = 'apps/web/src/features/roles/a.ts';
  const server = 'apps/server/src/domains/roles/a.ts';

  test.each([
    [web, "t('roles.list.title');", 'roles.list.title', 'name'],
    [web, "i18n.t('roles.list.title', { title: name });", 'roles.list.title', 'name'],
    [web, "t(open ? 'roles.count' : 'roles.list.title', { count });", 'roles.list.title', 'name'],
    [web, "t('roles.count');", 'roles.count', 'count'],
    [server, "translate(language, 'roles.list.title', {});", 'roles.list.title', 'name'],
  ])('%s lacks one in %s', (path, text, key, value) => {
    expect(failuresOf({ files: { [path]: text } })).toEqual([`${path}:1 gives ${key} no {{${value}}}`]);
  });

  test('a plural needs a count even if its text does not show it', () => {
    const texts = {
      en: { few_one: 'x', few_other: 'x' },
      zh: { few_other: 'x' },
      pl: { few_one: 'x', few_few: 'x', few_many: 'x', few_other: 'x' },
      es: { few_one: 'x', few_many: 'x', few_other: 'x' },
    };
    expect(failuresOf({ texts, files: { [web]: "t('roles.few');" } })).toEqual([
      `${web}:1 gives roles.few no {{count}}`,
    ]);
  });

  test.each([
    "t('roles.list.title', { name: 'x' });",
    "t('roles.list.title', { 'name': 'x', more });",
    "t('roles.list.title', { ...values });",
    "t('roles.list.title', values);",
    "const route = { title: 'roles.list.title' };",
  ])('%s passes', (text) => {
    expect(failuresOf({ files: { [web]: text } })).toEqual([]);
  });
});

describe('keys put together at run time', () => {
  const texts = inEveryLanguage({ state: { on: 'x', off: 'y' } });
  const path = 'apps/web/src/features/roles/a.ts';
  const states = { prefix: 'roles.state.', values: ['on', 'off'], reason: 'a test' };

  test.each([
    [path, 't(`roles.state.${state}`);'],
    [path, 'const key = `roles.state.${state}`;'],
    ['apps/server/src/domains/roles/a.ts', 'translate(language, `roles.state.${state}`);'],
  ])('%s must list %s', (file, text) => {
    expect(failuresOf({ texts, files: { [file]: text } })).toEqual([
      `${file}:1 puts a key together from "roles.state.": list it in dynamic-keys`,
      'roles.state.on is used nowhere',
      'roles.state.off is used nowhere',
    ]);
    expect(failuresOf({ texts, files: { [file]: text }, dynamicKeys: [states] })).toEqual([]);
  });

  test('every listed value has a message, and no message is without a value', () => {
    const dynamicKeys = [{ ...states, values: ['on', 'broken'] }];
    expect(failuresOf({ texts, files: { [path]: 't(`roles.state.${state}`);' }, dynamicKeys })).toEqual([
      'dynamic-keys names roles.state.broken, which no message has',
      'roles.state.off is used nowhere',
    ]);
  });

  test('a namespace known by its prefix alone is asked for too', () => {
    const files = { [path]: 'const key = `mail.${kind}`;' };
    const dynamicKeys = [{ prefix: 'mail.', values: ['code'], reason: 'a test' }];
    expect(failuresOf({ files, dynamicKeys })).toEqual([
      'dynamic-keys names mail.code, which no message has',
    ]);
  });

  test('a list entry that nothing uses any more', () => {
    expect(failuresOf({ texts, dynamicKeys: [states] })).toEqual([
      'dynamic-keys lists "roles.state.", which no source puts together',
    ]);
  });
});
