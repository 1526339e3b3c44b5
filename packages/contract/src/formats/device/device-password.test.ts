import { describe, expect, test } from 'vitest';
import { devicePasswordFault } from './device-password.ts';

describe('device password', () => {
  test.each([
    'Abcdefg1',
    'abcdefg1!',
    'ABCDEFG1!',
    'Abcdefg!',
    'Aa1!-Aa1!',
    `Aa1${'x'.repeat(29)}`,
    'pass.word-1',
    'a/B:c=D@e^f_g%h+i,',
  ])('%j is fine', (password) => {
    expect(devicePasswordFault(password, 'operator')).toBeNull();
  });

  test.each(['', 'Aa1!', 'Abcdef1', `Aa1${'x'.repeat(30)}`])('length: %j', (password) => {
    expect(devicePasswordFault(password, 'operator')).toBe('length');
  });

  test.each([
    'Abcdefg1中',
    'Abcdefg１',
    'Abcdefg1é',
    'Abcdefg1\n',
    'Abcdefg1\t',
    'Abcdefg1\0',
    'Abcdefg1\u00A0',
    'Abcdefg1😀',
    'Abcdefg1\x7F',
    // Shell metacharacters.
    ...' "#$&\'()*;<>?[\\]`{|}~'.split('').map((sign) => `Abcdefg1${sign}`),
    '-Abcdefg1',
  ])('characters: %j', (password) => {
    expect(devicePasswordFault(password, 'operator')).toBe('characters');
  });

  test.each(['abcdefgh', '12345678', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', '!!!!!!!!', 'abcdefg!', '1234567!'])(
    'classes: %j',
    (password) => {
      expect(devicePasswordFault(password, 'operator')).toBe('classes');
    },
  );

  test.each([
    ['Operator1', 'operator'],
    ['x-OPERATOR-1', 'operator'],
    ['my.admin.1', 'Admin'],
    ['Aa1!xxxx', 'a'],
  ])('%j contains the user name %j', (password, userName) => {
    expect(devicePasswordFault(password, userName)).toBe('userName');
  });

  test('an empty user name is in no password', () => {
    expect(devicePasswordFault('Abcdefg1', '')).toBeNull();
  });

  test('a very long one is checked in linear time', () => {
    expect(devicePasswordFault('Aa1!'.repeat(25_000), 'operator')).toBe('length');
  });
});
