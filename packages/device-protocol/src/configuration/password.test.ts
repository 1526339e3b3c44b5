import { expect, test } from 'vitest';
import { ABILITIES, SETTINGS } from '../testing/settings.ts';
import { baseConfiguration } from './base-configuration.ts';
import { withoutPassword, withPassword } from './password.ts';

test('a password stands beside what else a device is told of itself, and leaves nothing behind', () => {
  const document = baseConfiguration('ap', SETTINGS, ABILITIES);
  const told = withPassword(document, 'Harbour-77');
  expect(told).toEqual({ ...document, unit: { ...document.unit, 'system-password': 'Harbour-77' } });
  expect(withoutPassword(told)).toEqual(document);
  expect(document.unit).not.toHaveProperty('system-password');
});

test('a document that says nothing of the device itself is told the password all the same', () => {
  expect(withPassword({ strict: true }, 'Harbour-77')).toEqual({
    strict: true,
    unit: { 'system-password': 'Harbour-77' },
  });
  expect(withoutPassword({ strict: true })).toEqual({ strict: true });
});
