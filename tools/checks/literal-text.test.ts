import { expect, test } from 'vitest';
import { literalText } from './literal-text.ts';
import { makeTree } from './testing/tree.ts';

function failuresOf(component: string, path = 'apps/web/src/features/roles/pages/RolesPage.tsx') {
  const root = makeTree({
    'packages/messages/en/roles.json': '{}',
    [path]: `const a = 1;\nexport const page = ${component};\n`,
  });
  return literalText.run(root);
}

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<>Hello there</>', 'Hello there'],
  ['<p>{a} 个</p>', '个'],
  ['<p>żółw</p>', 'żółw'],
  ["<p>{'Hello'}</p>", 'Hello'],
  ["<p>{a ? 'yes' : null}</p>", 'yes'],
  ["<p>{a ?? 'none'}</p>", 'none'],
  ["<p>{a && 'shown'}</p>", 'shown'],
  ['<p>{`Hello`}</p>', 'Hello'],
  ['<p>{`${a} sites`}</p>', '… sites'],
  ["<p>{a + ' sites'}</p>", 'sites'],
  ['<img alt="A floor plan" />', 'A floor plan'],
  ['<input placeholder="name" />', 'name'],
  ["<Button title={'Save'} />", 'Save'],
  ["<Button aria-label={a ? 'Open' : t('roles.close')} />", 'Open'],
  ['<Modal okText="Yes" />', 'Yes'],
  ['<Modal cancelText="No" />', 'No'],
  ['<Field label="roles name" />', 'roles name'],
  ['<Field label="sites.name" />', 'sites.name'],
  ['<Empty description="Nothing here" />', 'Nothing here'],
  ['<Popover content={`Hi ${a}`} />', 'Hi …'],
  ["confirm({ title: 'Delete role?' })", 'Delete role?'],
  ["[{ title: 'Name', dataIndex: 'name' }]", 'Name'],
  ["[{ label: '名称' }]", '名称'],
  ["({ 'aria-label': 'Close all' })", 'Close all'],
  ["(({ title = 'Untitled' }) => <p>{title}</p>)", 'Untitled'],
  ['<p>{list.map(() => <b>Deep</b>)}</p>', 'Deep'],
])('%s shows literal text', (component, text) => {
  expect(failuresOf(component)).toEqual({
    failures: [`apps/web/src/features/roles/pages/RolesPage.tsx:2 shows literal text "${text}"`],
    warnings: [],
  });
});

test.each([
  '<p />',
  "<p>{t('roles.title')}</p>",
  '<p>{a}: {a} / 10 — …</p>',
  '<p>&nbsp;&middot;&#8230;&#x2026;</p>',
  '<p className="Some class" id="Name" data-testid="Name">1</p>',
  '<img alt="" src=\'Plan.png\' />',
  '<Field label="roles.name" />',
  "<Field label={t('roles.name')} />",
  "<p>{a === 'text' ? 1 : 2}</p>",
  "<Select fieldNames={{ label: 'name', value: 'id' }} />",
  "[{ title: 'roles.name', dataIndex: 'Name' }]",
  "[{ title: t('roles.name') }]",
  '[{ [title]: 1 }]',
])('%s does not', (component) => {
  expect(failuresOf(component).failures).toEqual([]);
});

test.each([
  'apps/web/src/features/roles/pages/RolesPage.test.tsx',
  'apps/web/src/shared/testing/Stage.tsx',
  'apps/server/src/doors/portal/Page.tsx',
])('%s is no component of the console', (path) => {
  expect(failuresOf('<p>Hello</p>', path).failures).toEqual([]);
});
