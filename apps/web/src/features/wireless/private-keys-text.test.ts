import { expect, it } from 'vitest';
import { pastedKeys, withKeys } from './private-keys-text.ts';

it('reads names and keys with optional address and VLAN, in any separation', () => {
  const text = 'Till\tsecret-one\t90:3c:b3:bb:1d:a8\t20\n\nDoor; two, words ;30\r\nGuest,secret,three';
  expect(pastedKeys(text)).toEqual({
    keys: [
      { name: 'Till', key: 'secret-one', mac: '90-3C-B3-BB-1D-A8', vlan: 20 },
      { name: 'Door', key: 'two, words', mac: '', vlan: 30 },
    ],
    unread: [4],
  });
});

it('returns the lines without a key', () => {
  expect(pastedKeys('Till\nDoor;;20').unread).toEqual([1, 2]);
});

it('replaces a key of the same name and keeps the others', () => {
  const old = { name: 'Till', key: { digest: 'a'.repeat(32) }, mac: '', vlan: 5 };
  const other = { name: 'Door', key: 'door-key-1', mac: '', vlan: null };
  const added = { name: 'till', key: 'new-secret', mac: '', vlan: null };
  expect(withKeys([old, other], [added])).toEqual([added, other]);
});
