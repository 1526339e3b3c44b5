import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAck } from './extension.ts';
import { readFrame } from './read-frame.ts';

const page = readFileSync(new URL('../../../docs/device-extension.md', import.meta.url), 'utf8');

/** Example frames of the documentation for device vendors. */
const shown = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, frame = '']) =>
  readFrame(Buffer.from(frame)),
);

test('reads the documented frames', () => {
  expect(shown).toMatchObject([
    { kind: 'hello', hello: { kind: 'ac', sn: 'AC00A1B2C3', abilities: { acknowledgedReports: true } } },
    {
      kind: 'reports',
      reports: [
        {
          sequence: 4711,
          at: 1_794_700_800_000,
          members: [{ serial: '903cb3000010', name: 'Lobby', online: true, clients: 7 }],
          pair: { mode: 'ha', role: 'active', peerSerial: '903cb3000002', peerOnline: true },
        },
      ],
    },
    { kind: 'events', events: [{ happening: { type: 'memberDown', member: '903cb3000010' } }] },
  ]);
});

test('reads the documented acknowledgement', () => {
  const [ack = ''] = page.match(/^\{"jsonrpc".*x-airloom\.ack.*$/m) ?? [];
  expect(readAck(ack)).toEqual({ serial: '903cb3000001', seq: 4711 });
});

const RADIO = {
  band: '5G',
  channel: 36,
  widthMhz: 80,
  txPower: 20,
  utilisationPercent: 1,
  noise: -95,
  clients: 0,
  rxBytes: 0,
  txBytes: 0,
};
const MEMBER = { name: '', model: '', firmware: '', ip: null, online: true, clients: 0 };

/** Networks of a member's radios as read. */
function networksOf(...radios: object[]): readonly string[] | undefined {
  const members = [
    { ...MEMBER, serial: '02000000000a', radios: radios.map((one) => ({ ...RADIO, ...one })) },
  ];
  const params = { serial: '903cb3000001', uuid: 1, state: { 'x-airloom': { members } } };
  const read = readFrame(Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'state', params })));
  return read.kind === 'reports' ? read.reports[0]?.members[0]?.bssids : undefined;
}

test('reads networks of a member as unique addresses, up to a limit', () => {
  const [one, two] = ['02:00:00:a1:b2:c4', '02:00:00:a1:b2:c5'];
  const odd = [two.replaceAll(':', '-'), '', 'x'.repeat(1000), `${one}:00`];
  expect(networksOf({ bssids: [one, two.toUpperCase()] }, { bssids: odd })).toEqual([one, two]);
  const many = Array.from({ length: 300 }, (_, index) => `0200${(0xa0_00_00_00 + index).toString(16)}`);
  const radios = [0, 100, 200, 250].map((from) => ({ bssids: many.slice(from) }));
  expect(networksOf(...radios)).toHaveLength(48);
  expect(networksOf({})).toEqual([]);
  expect(networksOf({ bssids: [7] })).toBeUndefined();
});

test.each([
  ['a list that is read whole', [{ ...MEMBER, serial: '903cb3000010' }], true],
  ['an empty one', [], true],
  ['one of which a part cannot be read', [{ ...MEMBER, serial: 'nobody' }], false],
  ['none', undefined, false],
])('whether the member list is complete: %s', (_, members, membersAreAll) => {
  const params = { serial: '903cb3000001', uuid: 1, state: { 'x-airloom': { members } } };
  const frame = JSON.stringify({ jsonrpc: '2.0', method: 'state', params });
  expect(readFrame(Buffer.from(frame))).toMatchObject({ kind: 'reports', reports: [{ membersAreAll }] });
});
