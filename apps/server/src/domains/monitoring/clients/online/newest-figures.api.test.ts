import { MINUTE } from '@airloom/contract/time';
import type { ClientSample, Report, WirelessClient } from '@airloom/device-protocol/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { Ingest, type ReportingDevice } from '../../telemetry/index.ts';
import { clientOf, radioOf, reportOf } from '../../telemetry/testing/reports.ts';
import { SessionBuilder } from '../sessions/session-builder.ts';

const HOUR_SECONDS = 3_600;

let server: TestServer;
let owner: Person;
let siteId: string;
let ingest: Ingest;
let turn = 0;
let mac: string;
let mast: ReportingDevice;
const start = Date.now();

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Hill');
  ingest = new Ingest(server.platform);
  ingest.join(new SessionBuilder(server.platform).take);
});
afterAll(async () => {
  await ingest.stop();
  await server.stop();
});

async function device(name: string): Promise<ReportingDevice> {
  const { id } = await buildDevice(server, owner, { siteId, name, status: 'online' });
  return { tenant: owner.tenant, deviceId: id, siteId, kind: 'ap', connectionId: id };
}

beforeEach(async () => {
  turn += 1;
  mac = `a4:83:e7:00:07:${turn.toString(16).padStart(2, '0')}`;
  mast = await device(`Mast ${turn}`);
});

async function sendReport(from: ReportingDevice, at: number, given: Partial<Report>): Promise<void> {
  ingest.add(from, reportOf({ at, ...given }), start);
  await ingest.flush();
}

interface Connection {
  readonly address?: string;
  readonly connectedSeconds?: number | null;
  readonly bytes?: number;
}

/** A wireless client, well served except for the given values. */
function client(
  given: Partial<WirelessClient>,
  { address = mac, connectedSeconds = HOUR_SECONDS, bytes = 100 }: Connection = {},
): ClientSample {
  const sample = clientOf(address, connectedSeconds, bytes);
  return { ...sample, wireless: sample.wireless && { ...sample.wireless, ...given } };
}

async function shownAt({ deviceId }: ReportingDevice) {
  const as = { as: owner.token };
  return (await server.call('listOnlineTerminals', { deviceUUID: deviceId }, as)).data.rows;
}

/** Hints and score of a client on its page. */
async function ratingOf(address = mac) {
  const { data } = await server.call('viewTerminal', { mac: address }, { as: owner.token });
  return { score: data.online?.score, hints: data.hints.map(({ hint, value }) => [hint, value]) };
}

const WELL = { score: 100, hints: [] };

test('returns figures and score from the newest reports', async () => {
  const report = (at: number, signal: number, bytes: number, txRetries: number) =>
    sendReport(mast, at, {
      unit: { uptimeSeconds: 1, cpuPercent: 97, memoryPercent: 1, temperature: null },
      radios: [radioOf(0), radioOf(1, { utilisationPercent: 90 })],
      clients: [
        client(
          { signal, txPackets: 10 * bytes, txRetries },
          { bytes, connectedSeconds: 600 + (at - start) / 1000 },
        ),
      ],
    });
  // 360 of 1,500 packets in the whole connection, 200 of 500 in the last minute.
  await report(start - MINUTE, -55, 100, 160);
  // Less than five minutes later: only the newest report has it.
  await report(start, -82, 150, 360);
  expect(await shownAt(mast)).toMatchObject([
    { mac, signal: -82, upBytes: 150, downBytes: 300, downRateKbps: 400_000, score: 18, name: 'laptop' },
  ]);
  const { data } = await server.call(
    'viewTerminal',
    { mac: mac.toUpperCase().replaceAll(':', '-') },
    { as: owner.token },
  );
  expect(data).toMatchObject({
    mac,
    name: '',
    hostname: 'laptop',
    kind: 'computer',
    isMadeUp: false,
    isBlocked: false,
    online: { score: 18, device: { name: `Mast ${turn}` } },
    hints: [
      { hint: 'weakSignal', value: -82 },
      { hint: 'crowdedChannel', value: 90 },
      { hint: 'manyRetries', value: 40 },
      { hint: 'busyDevice', value: 97 },
    ],
  });
});

/** Minutes ago, packets sent and retries since it joined. */
type Counted = readonly [minutes: number, txPackets: number, txRetries: number];

async function sendAll(history: readonly Counted[], lasted: number | null = HOUR_SECONDS): Promise<void> {
  for (const [minutes, txPackets, txRetries] of history) {
    const connectedSeconds = lasted === null ? null : lasted - minutes * 60;
    await sendReport(mast, start - minutes * MINUTE, {
      clients: [client({ txPackets, txRetries }, { connectedSeconds })],
    });
  }
}

test.each<[string, readonly Counted[], { score: number; hints: unknown[] }]>([
  [
    'many retries in the past, few now',
    [
      [6, 10_000, 8_900],
      [5, 10_100, 9_000],
      [4, 10_200, 9_002],
      [0, 10_600, 9_100],
    ],
    { score: 95, hints: [] },
  ],
  [
    'few retries in the past, many for a few minutes',
    [
      [6, 900_000, 0],
      [5, 900_100, 0],
      [2, 900_200, 10],
      [0, 900_500, 200],
    ],
    { score: 80, hints: [['manyRetries', 50]] },
  ],
  [
    'many retries three minutes ago, which is recent',
    [
      [5, 1_000, 0],
      [3, 1_400, 200],
      [0, 1_500, 200],
    ],
    { score: 85, hints: [['manyRetries', 40]] },
  ],
  [
    'restarted counters after many retries',
    [
      [5, 90_000, 80_000],
      [0, 1_000, 200],
    ],
    { score: 95, hints: [] },
  ],
  [
    'restarted counters, one of them larger than before',
    [
      [5, 90_000, 100],
      [0, 1_000, 400],
    ],
    { score: 85, hints: [['manyRetries', 40]] },
  ],
  [
    'a device that reports rarely: since its previous report',
    [
      [9, 1_000, 900],
      [0, 2_000, 1_300],
    ],
    { score: 85, hints: [['manyRetries', 40]] },
  ],
  [
    'too few packets',
    [
      [5, 10_000, 9_000],
      [0, 10_049, 9_049],
    ],
    WELL,
  ],
  [
    'a device without reports for ten minutes',
    [
      [20, 10_000, 0],
      [0, 20_000, 10_000],
    ],
    WELL,
  ],
  ['no report before', [[0, 10_000, 9_000]], WELL],
])('uses recent retries only: %s', async (_, history, expected) => {
  await sendAll(history);
  expect(await ratingOf()).toEqual(expected);
  expect(await shownAt(mast)).toMatchObject([{ mac, score: expected.score }]);
});

test('counts all packets of a client that joined recently', async () => {
  await sendAll([[0, 1_000, 400]], 4 * 60);
  expect(await ratingOf()).toEqual({ score: 85, hints: [['manyRetries', 40]] });
});

test('ignores reports of the previous connection', async () => {
  await sendAll([[5, 100, 90]]);
  await sendAll([[0, 1_000, 200]], 120);
  expect(await ratingOf()).toEqual({ score: 95, hints: [] });
});

test('ignores packets before the first report if the start of the connection is unknown', async () => {
  await sendAll([[1, 10_000, 9_000]], null);
  expect(await ratingOf()).toEqual(WELL);
  await sendAll([[0, 11_000, 9_400]], null);
  expect(await ratingOf()).toEqual({ score: 85, hints: [['manyRetries', 40]] });
});

test('rates each client by its own device, and a wired one not at all', async () => {
  const other = await device(`Top ${turn}`);
  const [second, wired] = [mac.replace('07', '09'), mac.replace('07', '0a')];
  const atPort = { ...clientOf(wired, HOUR_SECONDS, 1), wireless: null, port: 'LAN2' };
  const counted = (txPackets: number, txRetries: number, address = mac) =>
    client({ txPackets, txRetries }, { address });
  await sendReport(mast, start - 5 * MINUTE, {
    clients: [counted(1_000, 0), counted(500, 0, second), atPort],
  });
  await sendReport(other, start - 4 * MINUTE, { clients: [counted(1_000, 900)] });
  await sendReport(mast, start - MINUTE, {
    clients: [counted(2_000, 500), counted(1_500, 200, second), atPort],
  });
  await sendReport(other, start, { clients: [counted(2_000, 1_100)] });
  const { data } = await server.call('listOnlineTerminals', {}, { as: owner.token });
  const scores = data.rows
    .filter(({ device: { deviceUUID } }) => [mast.deviceId, other.deviceId].includes(deviceUUID))
    .map((row) => [row.device.deviceUUID === mast.deviceId ? 'mast' : 'other', row.mac, row.score]);
  expect(new Set(scores)).toEqual(
    new Set([
      ['mast', mac, 80],
      ['mast', second, 95],
      ['mast', wired, null],
      ['other', mac, 95],
    ]),
  );
});
