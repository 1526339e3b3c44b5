import { expect, test } from 'vitest';
import { onTheWire, rawBytes } from './raw-bytes.ts';

test('text that is not UTF-8 is sent as its bytes, other text unchanged', () => {
  const frame = JSON.stringify({ ssid: rawBytes('cdbc00'), name: 'Łódź' });
  expect(onTheWire(frame)).toEqual(
    Buffer.concat([Buffer.from('{"ssid":"'), Buffer.from('cdbc00', 'hex'), Buffer.from('","name":"Łódź"}')]),
  );
  expect(onTheWire('{"name":"Łódź"}')).toBe('{"name":"Łódź"}');
});
