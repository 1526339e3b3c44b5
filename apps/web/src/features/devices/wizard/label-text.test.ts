import { describe, expect, it } from 'vitest';
import { readLabel, withLabel } from './label-text.ts';

describe('readLabel', () => {
  it.each([
    ['903CB3BB1DA8', '903CB3BB1DA8', ''],
    ['90:3c:b3:bb:1d:a8', '90:3c:b3:bb:1d:a8', ''],
    ['MAC: 90-3C-B3-BB-1D-A8 S/N: WL12AB34K21501CD56', '90-3C-B3-BB-1D-A8', 'WL12AB34K21501CD56'],
    ['https://example.org/?sn=EC2109000123&mac=903cb3bb1da8', '903cb3bb1da8', 'EC2109000123'],
    ['903c.b3bb.1da8', '903c.b3bb.1da8', ''],
  ])('reads %s', (code, mac, sn) => {
    expect(readLabel(code)).toEqual({ mac, sn });
  });

  it.each(['EX2109000123', 'WIFI:T:WPA;S:Guest;P:secret;;', '', '903CB3BB1DA8F'])('ignores %s', (code) => {
    expect(readLabel(code)).toBeNull();
  });
});

describe('withLabel', () => {
  it('adds a line', () => {
    expect(withLabel('', { mac: '903CB3BB1DA8', sn: '' })).toBe('903CB3BB1DA8');
    expect(withLabel('903CB3BB1DA8\n', { mac: '903CB3BB1DA9', sn: 'EC21' })).toBe(
      '903CB3BB1DA8\n903CB3BB1DA9; EC21',
    );
  });

  it('leaves a device in the list in another notation alone', () => {
    const list = 'Lobby; 90-3C-B3-BB-1D-A8';
    expect(withLabel(list, { mac: '903cb3bb1da8', sn: '' })).toBe(list);
  });
});
