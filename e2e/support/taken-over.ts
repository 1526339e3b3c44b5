import { SLOW } from './device-steps.ts';
import type { VirtualDevices, Wanted } from './fleet.ts';
import type { House } from './house.ts';
import { callApi } from './people.ts';
import { expect } from './test.ts';

interface Person {
  readonly token: string;
  readonly siteUUID: string;
}

interface Connecting {
  readonly house: House;
  readonly bring: (wanted: Wanted) => Promise<VirtualDevices>;
  readonly person: Person;
}

/** Access points that connected once and are gone again, with these names; returns their ids. */
export async function connectOnce(
  { house, bring, person: { token, siteUUID } }: Connecting,
  names: readonly string[],
): Promise<string[]> {
  const uses = names.length;
  const { code } = await callApi(house, 'createClaimCode', { siteUUID, uses }, token);
  const devices = await bring({ code, kinds: `ap=${uses}` });
  const online = async () => (await callApi(house, 'listDevices', { status: 'online' }, token)).rows;
  await expect.poll(async () => (await online()).length, SLOW).toBe(uses);
  const ids = (await online()).map(({ deviceUUID }) => deviceUUID);
  await devices.stop();
  for (const [index, deviceUUID] of ids.entries()) {
    const renamed = { deviceUUID, name: names[index] ?? '', position: '', remark: '', groupUUID: null };
    await callApi(house, 'updateDevice', renamed, token);
  }
  return ids;
}

/** Takes over devices as a person who has just read their previews. */
export async function takeOver(house: House, { token }: Person, deviceUUIDs: readonly string[]) {
  const devices = await Promise.all(
    deviceUUIDs.map(async (deviceUUID) => {
      const { digest } = await callApi(house, 'previewConfiguration', { deviceUUID }, token);
      return { deviceUUID, digest };
    }),
  );
  await callApi(house, 'takeOverConfiguration', { devices }, token);
}
