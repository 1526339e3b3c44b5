import type { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
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

function tomorrowNight({ server }: World) {
  const date = new Date(server.platform.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  return { date, time: '02:00', until: '05:00' };
}

async function newSchedule(world: World) {
  const deviceUUIDs = [await deviceOf(world)];
  const target = { kind: 'devices' as const, deviceUUIDs };
  return { command: 'reboot' as const, target, localStart: tomorrowNight(world) };
}

async function schedule(world: World): Promise<string> {
  const input = await newSchedule(world);
  const made = await world.server.call('createCommandSchedule', input, { as: world.owner.token });
  return made.data.scheduleUUID;
}

export const scheduleExamples: ExamplesOf<typeof scheduleCalls> = {
  listCommandSchedules: () => ({ state: 'scheduled' }),
  previewCommandSchedule: (world) => newSchedule(world),
  createCommandSchedule: (world) => newSchedule(world),
  viewCommandSchedule: async (world) => ({ scheduleUUID: await schedule(world) }),
  listScheduledDevices: async (world) => ({ scheduleUUID: await schedule(world) }),
  updateCommandSchedule: async (world) => ({
    ...(await newSchedule(world)),
    scheduleUUID: await schedule(world),
    revision: 1,
  }),
  cancelCommandSchedule: async (world) => ({ scheduleUUID: await schedule(world) }),
};

export const commandExamples: ExamplesOf<typeof commandCalls> = {
  sendCommand: async (world) => ({ deviceUUIDs: [await deviceOf(world)], command: { name: 'ping' } }),
  cancelCommands: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
  listDeviceCommands: async (world) => ({ deviceUUID: (await createCommand(world)).deviceUUID }),
  listCableTests: async (world) => ({ deviceUUID: await deviceOf(world) }),
  getDeviceCftLogCount: () => ({}),
  setDeviceCftLog: async (world) => ({ cfgUUIDs: [(await createCommand(world)).cfgUUID] }),
  deleteDeviceCftLog: async (world) => ({ cfgUUIDs: [(await createCommand(world)).cfgUUID] }),
  getDeviceCftLog: () => ({ outcome: 'failed' }),
  getDeviceCftLogDetail: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
  viewNoticeLog: async (world) => ({ cfgUUID: (await createCommand(world)).cfgUUID }),
};
