import { describe, expect, it } from 'vitest';
import { internationalPhone } from './international-phone.ts';

describe('a phone number with its country', () => {
  it.each([
    ['+48600100200', '+48 600100200'],
    ['+48 600-100-200', '+48 600100200'],
    ['0044 (7700) 900123', '+44 7700900123'],
    ['+12684641234', '+1268 4641234'],
  ])('%s is %s', (typed, phone) => {
    expect(internationalPhone(typed)).toBe(phone);
  });

  it.each(['600100200', '+999123456', '+48 6oo', 'someone@example.com', ''])('%s is none', (typed) => {
    expect(internationalPhone(typed)).toBeNull();
  });
});
