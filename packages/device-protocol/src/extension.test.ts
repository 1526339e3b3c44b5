import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAck } from './extension.ts';
import { readFrame } from './read-frame.ts';

const page = readFileSync(new URL('../../../docs/device-extension.md', import.meta.url), 'utf8');

/** The frames the page for makers of devices shows. */
const shown = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, frame = '']) =>
  readFrame(Buffer.from(frame)),
);

test('what the page shows is understood', () => {
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

test('the acknowledgement it shows is one', () => {
  const [ack = ''] = page.match(/^\{"jsonrpc".*x-airloom\.ack.*$/m) ?? [];
  expect(readAck(ack)).toEqual({ serial: '903cb3000001', seq: 4711 });
});
