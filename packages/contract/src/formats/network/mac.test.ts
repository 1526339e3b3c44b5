import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { displayMac, isMac, isMacOrEmpty } from './mac.ts';

const accept = [
  '00-00-00-00-00-00',
  '00-03-0F-1A-2B-3C',
  'aa-bb-cc-dd-ee-ff',
  'FF-FF-FF-FF-FF-FF',
  'aA-Bb-0c-D1-e2-3F',
];
const reject = [
  ' ',
  '-',
  '-----',
  '00',
  '00-03-0F-1A-2B',
  '00-03-0F-1A-2B-',
  '-00-03-0F-1A-2B-3C',
  '00-03-0F-1A-2B-3C-',
  '00-03-0F-1A-2B-3C-4D',
  '00:03:0F:1A:2B:3C',
  '00-03:0F-1A-2B-3C',
  '0003.0F1A.2B3C',
  '00030F1A2B3C',
  '0-3-F-1-2-3',
  '000-03-0F-1A-2B-3',
  '00-03-0F-1A-2B-3G',
  '00-O3-0F-1A-2B-3C',
  '00 03 0F 1A 2B 3C',
  '00--03-0F-1A-2B-3C',
  '00–03–0F–1A–2B–3C',
  '００-03-0F-1A-2B-3C',
  '00-03-0F-1A-2B-3С',
  '00-03-0F-1A-2B-3C\n00-03-0F-1A-2B-3C',
  '00-03-0F-1A-2B-3C,00-03-0F-1A-2B-3D',
  '0x-03-0F-1A-2B-3C',
];

testFormat('MAC', isMac, { accept, reject: ['', ...reject] });
testFormat('MAC or nothing', isMacOrEmpty, { accept: ['', ...accept], reject });

test('accepts six bytes, and only six', () => {
  const byte = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 8 }), (bytes) => {
      expect(isMac(bytes.join('-'))).toBe(bytes.length === 6);
    }),
  );
});

test.each(['90:3c:b3:bb:1d:a8', '903cb3bb1da8', '903C.B3BB.1DA8', ' 90-3C-B3-BB-1D-A8 '])(
  '%s is displayed in one notation',
  (text) => {
    expect(displayMac(text)).toBe('90-3C-B3-BB-1D-A8');
  },
);

test.each(['the till', '', '90:3c:b3', '10.0.0.1', 'g03cb3bb1da8'])('%s is displayed as it is', (text) => {
  expect(displayMac(text)).toBe(text);
});
