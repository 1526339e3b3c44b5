import { describe, expect, it } from 'vitest';
import { hasCode, hasPassword, wifiText } from './wifi-qr.ts';

describe('wifiText', () => {
  it('contains the type, the name and the password', () => {
    expect(wifiText({ ssid: 'Guests', hidden: false, password: 'welcome-2026' })).toBe(
      'WIFI:T:WPA;S:Guests;P:welcome-2026;;',
    );
  });

  it('has no password for an open network, and marks a hidden one', () => {
    expect(wifiText({ ssid: 'Café', hidden: true, password: null })).toBe('WIFI:T:nopass;S:Café;H:true;;');
  });

  it.each([
    ['a;b', String.raw`a\;b`],
    ['a,b', String.raw`a\,b`],
    ['a:b', String.raw`a\:b`],
    ['a"b', String.raw`a\"b`],
    [String.raw`a\b`, String.raw`a\\b`],
    [String.raw`;\;`, String.raw`\;\\\;`],
    ['$& ✓', '$& ✓'],
  ])('escapes %s', (text, written) => {
    expect(wifiText({ ssid: text, hidden: false, password: text })).toBe(
      `WIFI:T:WPA;S:${written};P:${written};;`,
    );
  });
});

it('offers a code for all encryptions except 802.1X', () => {
  expect(hasCode('enterprise')).toBe(false);
  expect(hasCode('open')).toBe(true);
  expect(hasPassword('enhancedOpen')).toBe(false);
  expect(hasPassword('wpa3')).toBe(true);
});
