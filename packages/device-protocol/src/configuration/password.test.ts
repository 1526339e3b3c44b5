import { expect, test } from 'vitest';
import { ABILITIES, baseConfiguration, SETTINGS } from '../testing/settings.ts';
import { withoutPassword, withPassword } from './password.ts';

test('adds a password to the document, and removes it completely', () => {
  const document = baseConfiguration('ap', SETTINGS, ABILITIES);
  const reported = withPassword(document, 'Harbour-77');
  expect(reported).toMatchObject({
    ...document,
    unit: { ...document.unit, 'system-password': 'Harbour-77' },
    services: {},
  });
  expect(withoutPassword(reported)).toEqual({ ...document, services: reported['services'] });
  expect(document.unit).not.toHaveProperty('system-password');
});

test.each([
  ['ap', { 'password-authentication': true }],
  ['switch', { enable: true, 'password-authentication': true }],
] as const)('with a password, SSH of kind %s accepts passwords', (kind, ssh) => {
  const document = baseConfiguration(kind, SETTINGS, ABILITIES);
  expect(withPassword(document, 'Harbour-77')['services']).toEqual({ ...document.services, ssh });
  expect(document.services.ssh['password-authentication']).toBe(false);
});

test('adds a password to a document without a unit section', () => {
  expect(withPassword({ strict: true }, 'Harbour-77')).toEqual({
    strict: true,
    unit: { 'system-password': 'Harbour-77' },
  });
  expect(withoutPassword({ strict: true })).toEqual({ strict: true });
});
