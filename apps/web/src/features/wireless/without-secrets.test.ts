import { expect, it } from 'vitest';
import { STORED, someNetwork } from './testing/some-network.ts';
import { withoutSecrets } from './without-secrets.ts';

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
