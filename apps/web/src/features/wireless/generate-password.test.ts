import { wirelessPassword } from '@airloom/contract/wireless/wireless-network.rules';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('generates different passwords that the rules accept', () => {
  const passwords = Array.from({ length: 50 }, generatePassword);
  expect(passwords.every((password) => wirelessPassword.safeParse(password).success)).toBe(true);
  expect(new Set(passwords).size).toBe(50);
});
