import { randomBytes } from 'node:crypto';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import { expect, test } from 'vitest';
import { newToken, Vault } from '../../../platform/secrets.ts';
import { SignedTokens } from './signed-tokens.ts';

test('accepts its own signature until the token expires', () => {
  let now = Date.UTC(2026, 0, 1);
  const tokens = new SignedTokens(new Vault(randomBytes(32)), () => new Date(now));
  const token = newToken();
  const signed = tokens.sign(token);
  expect(tokens.verify(signed)).toBe(token);
  now += FIRMWARE_LIMITS.attemptMaxMs - 1;
  expect(tokens.verify(signed)).toBe(token);
  now += 1;
  expect(tokens.verify(signed)).toBeNull();
});

test('refuses tokens that were modified or signed by another installation', () => {
  const tokens = new SignedTokens(new Vault(randomBytes(32)), () => new Date());
  const signed = tokens.sign(newToken());
  const [token = '', expires = '', signature = ''] = signed.split('.');
  expect(new SignedTokens(new Vault(randomBytes(32)), () => new Date()).verify(signed)).toBeNull();
  for (const changed of [
    '',
    token,
    `${token}.${expires}`,
    `${token}.${expires}.`,
    `${token}.${Number(expires) + 1}.${signature}`,
    `${newToken()}.${expires}.${signature}`,
    `${token}.${expires}.${signature.slice(1)}`,
  ]) {
    expect(tokens.verify(changed)).toBeNull();
  }
});
