import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chunkGroups, TOGETHER, textsOf } from './chunks.ts';

const root = join(import.meta.dirname, '..', '..');
const ours = globSync(['apps/web/src/**/*', 'packages/contract/src/**/*'], { cwd: root });

test.each(Object.values(TOGETHER).flat())('%s is still where it is looked for', (part) => {
  const found = part.startsWith('node_modules/')
    ? globSync(part, { cwd: root })
    : ours.filter((file) => file.includes(part));
  expect(found).not.toEqual([]);
});

test('texts of every page share a chunk, those of one page have their own', () => {
  expect(textsOf('/airloom/packages/messages/pl/ui.json')).toBe('texts-pl');
  expect(textsOf('C:\\airloom\\packages\\messages\\zh\\shell.json')).toBe('texts-inside-zh');
  expect(textsOf('/airloom/packages/messages/en/topology.json')).toBeNull();
  expect(textsOf('/airloom/apps/web/src/main.tsx')).toBeNull();
});

const groupsOf = (id: string) =>
  chunkGroups.flatMap((group) => ('test' in group && group.test(id) ? [group.name] : []));

test('what is seldom needed travels alone', () => {
  expect(groupsOf('/airloom/apps/web/src/shared/ui/Tabs.tsx')).toEqual(['parts']);
  expect(groupsOf('/airloom/apps/web/src/shared/ui/feedback.tsx')).toEqual([]);
});
