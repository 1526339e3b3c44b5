import { describe, expect, it } from 'vitest';
import { parseRows } from './paste-rows.ts';

const words = {
  kinds: {
    ap: 'Access point',
    ac: 'Wireless controller',
    gateway: 'Gateway',
    switch: 'Switch',
    controller: 'Cloud controller',
    smart: 'Smart device',
  },
  fields: { kind: 'Kind', mac: 'MAC', sn: 'SN', name: 'Name', position: 'Position', remark: 'Remark' },
  usualKind: 'ap',
} as const;

const nothing = { sn: '', name: '', position: '', remark: '' };

describe('a pasted list of devices', () => {
  it('may contain only addresses, in any notation', () => {
    expect(parseRows('90:3c:b3:bb:1d:a8\n\n  903cb3bb1da9 \r\n903c.b3bb.1daa', words)).toEqual([
      { ...nothing, kind: 'ap', mac: '90:3c:b3:bb:1d:a8' },
      { ...nothing, kind: 'ap', mac: '903cb3bb1da9' },
      { ...nothing, kind: 'ap', mac: '903c.b3bb.1daa' },
    ]);
  });

  it.each([
    '90-3C-B3-BB-1D-A8\tSN1\tCore\tRack 2\tnew',
    'Switch; 90-3C-B3-BB-1D-A8; SN1; Core; Rack 2; new',
    'SN1,"Core",90-3C-B3-BB-1D-A8,Rack 2,new,switch',
  ])('finds address and kind at any position: %s', (line) => {
    expect(parseRows(line, { ...words, usualKind: 'switch' })).toEqual([
      {
        kind: 'switch',
        mac: '90-3C-B3-BB-1D-A8',
        sn: 'SN1',
        name: 'Core',
        position: 'Rack 2',
        remark: 'new',
      },
    ]);
  });

  it('keeps the position of empty cells', () => {
    expect(parseRows('90-3C-B3-BB-1D-A8\t\tCore', words)).toEqual([
      { ...nothing, kind: 'ap', mac: '90-3C-B3-BB-1D-A8', name: 'Core' },
    ]);
  });

  it('uses a header line with column names of the screen or of files', () => {
    expect(parseRows('Name;MAC;kind;Colour\nCore;90-3C-B3-BB-1D-A8;Gateway;red', words)).toEqual([
      { ...nothing, kind: 'gateway', mac: '90-3C-B3-BB-1D-A8', name: 'Core' },
    ]);
  });

  it('shows the first cell as the address when none looks like one', () => {
    expect(parseRows('90-3C-B3-BB-1D,SN1', words)).toEqual([
      { ...nothing, kind: 'ap', mac: '90-3C-B3-BB-1D', sn: 'SN1' },
    ]);
  });

  it('is empty for an empty text', () => {
    expect(parseRows(' \n ', words)).toEqual([]);
  });
});
