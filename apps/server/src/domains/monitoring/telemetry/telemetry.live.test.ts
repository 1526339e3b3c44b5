import { liveFrame, topicOf } from '@airloom/contract/live';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { InProcessBus } from '../../../platform/bus/in-process-bus.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { type BuiltDevice, buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { listen } from '../../people/identity/testing/live.ts';
import type { Ingest } from './ingest/ingest.ts';
import { showReported } from './telemetry.live.ts';
import { startIngest } from './telemetry.module.ts';
import { memberSample, reportOf } from './testing/reports.ts';

let server: TestServer;
let owner: Person;
let siteId: string;
let elsewhere: string;
let ap: BuiltDevice;
let controller: BuiltDevice;
let member: BuiltDevice;
let ingest: Ingest;
let stopShowing: () => void;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  siteId = await buildSite(server, owner, organization, 'Harbour');
  elsewhere = await buildSite(server, owner, organization, 'Quay');
  ap = await buildDevice(server, owner, { siteId, status: 'online' });
  controller = await buildDevice(server, owner, { siteId: elsewhere, kind: 'ac', status: 'online' });
  member = await buildDevice(server, owner, { siteId, status: 'online', managedBy: controller.id });
  const bus = new InProcessBus(server.platform.log);
  ({ ingest } = startIngest(server.platform, bus, { acknowledge: () => undefined }));
  stopShowing = showReported(bus, server.platform);
});
afterAll(async () => {
  stopShowing();
  await ingest.stop();
  await server.stop();
});

interface Watching {
  readonly received: [name: string, payload: unknown][];
}

/** A browser that watches these devices, connected after all earlier messages. */
async function watching(person: Person, devices: readonly BuiltDevice[]): Promise<Watching> {
  await server.settled();
  const { socket } = await listen(server, { authorization: `Bearer ${person.token}` });
  const received: Watching['received'] = [];
  socket.on('message', (data: Buffer) => {
    const { name, payload } = liveFrame.parse(JSON.parse(data.toString()));
    received.push([name, payload]);
  });
  const topics = devices.map(({ id }) => topicOf('device', id));
  socket.send(JSON.stringify({ watch: topics }));
  await vi.waitFor(() =>
    expect([...server.platform.live.watchedTopics()]).toEqual(expect.arrayContaining(topics)),
  );
  return { received };
}

function from(device: BuiltDevice, site: string, kind: 'ap' | 'ac' = 'ap') {
  return { tenant: owner.tenant, deviceId: device.id, siteId: site, kind, connectionId: device.id };
}

const now = () => server.platform.now().getTime();

test('announces reports and scans of a device to its watchers separately', async () => {
  const { received } = await watching(owner, [ap]);
  ingest.add(from(ap, siteId), reportOf({ at: now() }), now());
  await ingest.flush();
  await vi.waitFor(() => expect(received).toEqual([['deviceReported', { deviceUUID: ap.id }]]), WITHIN);
  ingest.scan(from(ap, siteId), [], now());
  await ingest.flush();
  await vi.waitFor(
    () => expect(received.slice(1)).toEqual([['deviceScanned', { deviceUUID: ap.id }]]),
    WITHIN,
  );
});

test('announces a controller member to its watchers when the controller reports it', async () => {
  const seer = await watching(owner, [member]);
  const neighbour = await watching(
    await buildMember(server, owner, 'siteObserver', { siteIds: [elsewhere] }),
    [member, controller],
  );
  const report = async (members: ReturnType<typeof memberSample>[]) => {
    ingest.add(from(controller, elsewhere, 'ac'), reportOf({ at: now(), members }), now());
    await ingest.flush();
  };
  await report([memberSample(member.serial, { clients: 3 })]);
  await vi.waitFor(
    () => expect(seer.received).toEqual([['deviceReported', { deviceUUID: member.id }]]),
    WITHIN,
  );
  await report([]);
  const ofController = ['deviceReported', { deviceUUID: controller.id }];
  await vi.waitFor(() => expect(neighbour.received).toEqual([ofController, ofController]), WITHIN);
  expect(seer.received.length).toBe(1);
});
