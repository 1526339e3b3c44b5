import type { commandCalls } from '@airloom/contract/commands/commands.calls';
import { buildDevice } from '../../device-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

async function deviceOf({ server, owner, marker, siteUUID }: World): Promise<string> {
  return (await buildDevice(server, owner, { siteId: siteUUID, name: `${marker} AP` })).id;
}

async function createCommand(world: World): Promise<{ cfgUUID: string; deviceUUID: string }> {
  const deviceUUID = await deviceOf(world);
  const input = { deviceUUIDs: [deviceUUID], command: { name: 'locate' as const } };
  const sent = await world.server.call('sendCommand', input, { as: world.owner.token });
  return { cfgUUID: sent.data.cfgUUID, deviceUUID };
}

export const commandExamples: ExamplesOf<typeof commandCalls> = {
  sendCommand: async (world) => ({ deviceUUIDs: [await deviceOf(world)], command: { name: 'ping' } }),
  cancelCommands: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
  listDeviceCommands: async (world) => ({ deviceUUID: (await createCommand(world)).deviceUUID }),
  getDeviceCftLogCount: () => ({}),
  setDeviceCftLog: async (world) => ({ cfgUUIDs: [(await createCommand(world)).cfgUUID] }),
  deleteDeviceCftLog: async (world) => ({ cfgUUIDs: [(await createCommand(world)).cfgUUID] }),
  getDeviceCftLog: () => ({ outcome: 'failed' }),
  getDeviceCftLogDetail: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
  viewNoticeLog: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
};
