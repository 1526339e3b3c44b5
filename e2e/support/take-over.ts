import { SLOW } from './device-steps.ts';
import type { FleetOptions, VirtualDevices } from './fleet.ts';
import { callApi } from './people.ts';
import type { TestServer } from './server.ts';
import { expect } from './test.ts';

interface Person {
  readonly token: string;
  readonly siteUUID: string;
}

interface Connecting {
  readonly server: TestServer;
  readonly startDevices: (wanted: FleetOptions) => Promise<VirtualDevices>;
  readonly person: Person;
}

/** Creates access points with these names that connected once and are offline; returns their ids. */
export async function connectOnce(
  { server, startDevices, person: { token, siteUUID } }: Connecting,
  names: readonly string[],
): Promise<string[]> {
  const uses = names.length;
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses }, token);
  const devices = await startDevices({ code, kinds: `ap=${uses}` });
  const online = async () => (await callApi(server, 'listDevices', { status: 'online' }, token)).rows;
  await expect.poll(async () => (await online()).length, SLOW).toBe(uses);
  const ids = (await online()).map(({ deviceUUID }) => deviceUUID);
  await devices.stop();
  for (const [index, deviceUUID] of ids.entries()) {
    const renamed = { deviceUUID, name: names[index] ?? '', position: '', remark: '', groupUUID: null };
    await callApi(server, 'updateDevice', renamed, token);
  }
  return ids;
}

/** Takes over devices with the digests of their current previews. */
export async function takeOver(server: TestServer, { token }: Person, deviceUUIDs: readonly string[]) {
  const devices = await Promise.all(
    deviceUUIDs.map(async (deviceUUID) => {
      const { digest } = await callApi(server, 'previewConfiguration', { deviceUUID }, token);
      return { deviceUUID, digest };
    }),
  );
  await callApi(server, 'takeOverConfiguration', { devices }, token);
}
