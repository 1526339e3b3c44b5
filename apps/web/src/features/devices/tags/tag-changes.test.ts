import { expect, it } from 'vitest';
import { tagChanges, tagsOfAll } from './tag-changes.ts';

it('finds what is added and removed, regardless of letter case', () => {
  expect(tagChanges(['Core', 'roof'], ['core', 'Lobby'])).toEqual({ add: ['Lobby'], remove: ['roof'] });
  expect(tagChanges(['Core'], ['CORE'])).toEqual({ add: [], remove: [] });
});

it('lists the tags of several devices once, by name', () => {
  expect(tagsOfAll([{ tags: ['roof', 'Core'] }, { tags: [] }, { tags: ['Core', 'attic'] }])).toEqual([
    'attic',
    'Core',
    'roof',
  ]);
});
