import { expect, it } from 'vitest';
import { STORED, someNetwork } from './testing/some-network.ts';
import { withoutSecrets, withoutStored } from './without-secrets.ts';

it('shows no secret, stored or new', () => {
  const shown = JSON.stringify(
    withoutSecrets(
      someNetwork({
        privateKeys: [{ name: 'Till', key: 'till-secret', mac: '', vlan: null }],
        radius: { host: 'radius', port: 1812, accountingPort: null, secret: STORED },
      }),
    ),
  );
  expect(shown).not.toMatch(/till-secret|digest/);
  expect(shown).toContain('"key":"***"');
});

it('keeps a network without a password apart from one with it', () => {
  expect(withoutSecrets({ password: null })).toEqual({ password: null });
});

it('keeps new secrets and leaves stored ones to be entered again', () => {
  const values = {
    ssid: 'Guests',
    password: STORED,
    privateKeys: [
      { name: 'Till', key: STORED },
      { name: 'Ann', key: 'new-secret' },
    ],
    radius: null,
  };
  expect(withoutStored(values)).toEqual({
    ssid: 'Guests',
    password: '',
    privateKeys: [
      { name: 'Till', key: '' },
      { name: 'Ann', key: 'new-secret' },
    ],
    radius: null,
  });
});
