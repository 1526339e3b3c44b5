import { describe, expect, test } from 'vitest';
import { loginPasswordFault } from './login-password.ts';

const names = ['ada_lovelace', 'ada.l@example.com', '13800138000'];

describe('login password', () => {
  test.each([
    'blue.Kettle42',
    'x9#Kq!v2',
    'mlp7$wqn',
    'MLP7$WQN',
    'with space 7',
    'żółw.Kettle42',
    'Tr0ub4dor&3',
    '5-kettles',
    `k7#${'xW'.repeat(14)}v`,
  ])('%j is fine', (password) => {
    expect(loginPasswordFault(password, names)).toBeNull();
  });

  test.each(['', 'x9#Kq!v', `k7#${'xW'.repeat(15)}`])('length: %j', (password) => {
    expect(loginPasswordFault(password, names)).toBe('length');
  });

  test.each([
    'x9#Kq!v2中',
    'x9#Kq!v2𠮷',
    'x9#Kq!v２',
    'x9＃Kq!v2',
    'ｘ9#Kq!v2',
    'x9#Kq!v2　',
    'x9#Kq!v2。',
    'x9#Kq!v2カ',
    'x9#Kq!v2ひ',
    'x9#Kq!v2한',
    'x9#Kq!v2\n',
    'x9#Kq!v2\t',
    'x9#Kq!v2\0',
    'x9#Kq!v2\u200B',
    'x9#Kq!v2\u202E',
    'x9#Kq!v2\uD800',
  ])('characters: %j', (password) => {
    expect(loginPasswordFault(password, names)).toBe('characters');
  });

  test.each([
    'kettleblue',
    '7294618350',
    '!#%&/()=?',
    'kettle7294',
    'kettle.blue',
    '7294.6183',
    'Kettle7294',
    'kettle²x#',
  ])('classes: %j', (password) => {
    expect(loginPasswordFault(password, names)).toBe('classes');
  });

  test.each(['ada_lovelace#7', 'x7-ADA_Lovelace', 'ada.l@example.com7', 'Ada.L#7294k', 'k#13800138000'])(
    'account name: %j',
    (password) => {
      expect(loginPasswordFault(password, names)).toBe('accountName');
    },
  );

  test.each(['P@ssw0rd', 'Admin@123', 'Qwerty123!', 'Abc@1234'])('well known: %j', (password) => {
    expect(loginPasswordFault(password, names)).toBe('wellKnown');
  });

  test('a name of one or two letters does not forbid those letters', () => {
    expect(loginPasswordFault('x9#Kq!v2', ['k', 'kq', 'q!@example.com', ''])).toBeNull();
    expect(loginPasswordFault('x9#Kq!v2', ['kq!'])).toBe('accountName');
  });

  test('a very long one is checked in linear time', () => {
    expect(loginPasswordFault('x9#Kq!v2'.repeat(12_500), names)).toBe('length');
  });
});
