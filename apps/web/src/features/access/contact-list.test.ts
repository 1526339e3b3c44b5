import { describe, expect, it } from 'vitest';
import { addContacts, readContacts } from './contact-list.ts';

describe('contacts typed or pasted', () => {
  it.each([
    ['Ann@Example.com', ['ann@example.com']],
    [
      'ann@example.com, bob@example.com;cy@example.com',
      ['ann@example.com', 'bob@example.com', 'cy@example.com'],
    ],
    ['ann@example.com bob@example.com', ['ann@example.com', 'bob@example.com']],
    ['+48 600 100 200\n+34 600 700 800', ['+48 600100200', '+34 600700800']],
    ['nobody', ['nobody']],
    [' , ; ', []],
  ])('%j are %j', (text, contacts) => {
    expect(readContacts(text)).toEqual(contacts);
  });

  it('are listed once', () => {
    expect(addContacts(['ann@example.com'], 'ANN@example.com, bob@example.com')).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
  });
});
