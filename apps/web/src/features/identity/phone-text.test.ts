import { describe, expect, it } from 'vitest';
import { homeCountryCode, splitPhone, takeTyped } from './phone-text.ts';

describe('a partly typed phone', () => {
  it.each([
    ['600 100-200', '+48 600100200'],
    ['+49 (151) 2345', '+49 1512345'],
    ['0044 7700 900123', '+44 7700900123'],
    ['+12684641234', '+1268 4641234'],
    ['+999123', '+48 999123'],
    ['', '+48 '],
  ])('%s becomes %s', (typed, phone) => {
    expect(takeTyped(typed, '48')).toBe(phone);
  });

  it('is a code and the digits so far', () => {
    expect(splitPhone('+48 ')).toEqual({ countryCode: '48', number: '' });
    expect(splitPhone('+48 6001')).toEqual({ countryCode: '48', number: '6001' });
  });

  it.each([
    ['pl', '48'],
    ['zh-CN', '86'],
    ['en-GB', '44'],
    ['es', '34'],
  ])('starts with the country of %s', (language, code) => {
    expect(homeCountryCode([language])).toBe(code);
  });

  it('starts with the code of China when the browser names no language', () => {
    expect(homeCountryCode([])).toBe('86');
  });
});
