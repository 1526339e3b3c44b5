import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHUNK_MODULES, chunkGroups, PUBLIC_TEXTS, RARE_PARTS, SIGNED_IN_TEXTS, textsOf } from './chunks.ts';

const root = join(import.meta.dirname, '..', '..');
const ours = globSync(['apps/web/src/**/*', 'packages/contract/src/**/*'], { cwd: root });
const files = ours.map((file) => file.replaceAll('\\', '/'));

test.each([...Object.values(CHUNK_MODULES).flat(), ...RARE_PARTS])('%s exists', (part) => {
  const library = part.startsWith('node_modules/');
  expect(library ? existsSync(join(root, part)) : files.some((file) => file.includes(part))).toBe(true);
});

test.each([...PUBLIC_TEXTS, ...SIGNED_IN_TEXTS])('the message domain %s exists', (domain) => {
  expect(existsSync(join(root, 'packages', 'messages', 'en', `${domain}.json`))).toBe(true);
});

test('common texts share a chunk, texts of one page have their own', () => {
  expect(textsOf('/airloom/packages/messages/pl/ui.json')).toBe('texts-pl');
  expect(textsOf('C:\\airloom\\packages\\messages\\zh\\shell.json')).toBe('texts-inside-zh');
  expect(textsOf('/airloom/packages/messages/en/topology.json')).toBeNull();
  expect(textsOf('/airloom/apps/web/src/main.tsx')).toBeNull();
});

const groupOf = (id: string) => chunkGroups.find((group) => 'test' in group && group.test(id))?.name;

test('a module of several groups belongs to the first: toasts and sign-in do not load tables', () => {
  expect(groupOf('/airloom/apps/web/src/shared/ui/layout/Tabs.tsx')).toBe('parts');
  expect(groupOf('/airloom/apps/web/src/shared/ui/feedback/feedback.tsx')).toBe('feedback');
  expect(groupOf('C:\\airloom\\apps\\web\\src\\shared\\form\\SchemaForm.tsx')).toBe('sign-in');
});

test('what few pages need is not loaded with the parts of most pages', () => {
  expect(groupOf('/airloom/apps/web/src/shared/table/DataTable.tsx')).toBe('parts');
  expect(groupOf('/airloom/apps/web/src/shared/table/VirtualGrid.tsx')).toBeUndefined();
  expect(groupOf('/airloom/apps/web/src/shared/form/moment/moment-inputs.tsx')).toBe('parts');
  expect(groupOf('/airloom/apps/web/src/shared/form/moment/choice/Calendar.tsx')).toBeUndefined();
});

test('parts of a library that the sign-in page does not use are not loaded with it', () => {
  const rc = '/airloom/node_modules/@rc-component';
  expect(groupOf(`${rc}/input/es/TextArea.js`)).toBe('later');
  expect(groupOf(`${rc}/portal/es/Portal.js`)).toBe('layers');
  expect(groupOf('/airloom/apps/web/src/shared/ui/layout/Dialog.tsx')).toBeUndefined();
});
