import { expect, it } from 'vitest';
import { cardParts, inCardOrder } from './column.ts';

const NAME = { key: 'name' };
const STATE = { key: 'state', status: true };
const SITE = { key: 'site' };

it('a card begins with the state, then the name', () => {
  const columns = inCardOrder([NAME, SITE, STATE]);
  expect(columns).toEqual([STATE, NAME, SITE]);
  expect(cardParts(columns)).toEqual(['status', 'title', 'field']);
});

it('a card without a state begins with the name', () => {
  expect(inCardOrder([NAME, SITE])).toEqual([NAME, SITE]);
  expect(cardParts([NAME, SITE])).toEqual(['title', 'field']);
});
