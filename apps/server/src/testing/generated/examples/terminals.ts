import type { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { onlineCalls } from '@airloom/contract/clients/online.calls';
import { buildTerminal } from '../../terminal-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

export const terminalExamples: ExamplesOf<typeof terminalCalls> = {
  listDeviceClients: ({ deviceUUID }) => ({ deviceUUID }),
  listTerminalLog: ({ siteUUID }) => ({ siteUUID, mac: '02-00' }),
  exportTerminalLog: () => ({ format: 'xlsx' }),
};

/** A connected client at the access point of the world; created when a call needs it. */
async function present({ server, owner, marker, siteUUID, deviceUUID }: World): Promise<string> {
  const terminal = { siteId: siteUUID, deviceId: deviceUUID, hostname: `${marker}-laptop` };
  return (await buildTerminal(server, owner, terminal)).mac;
}

async function blocked(world: World): Promise<string> {
  const mac = await present(world);
  await world.server.call('blockTerminal', { macs: [mac], minutes: null }, { as: world.owner.token });
  return mac;
}

export const onlineTerminalExamples: ExamplesOf<typeof onlineCalls> = {
  listOnlineTerminals: ({ enterpriseUUID }) => ({
    enterpriseUUID,
    band: '5G',
    signalMost: -70,
    sort: '-signal',
  }),
  listKnownTerminals: async (world) => ({
    siteUUID: world.siteUUID,
    search: (await present(world)).slice(0, 8),
  }),
  onlineCounts: ({ siteUUID }) => ({ siteUUID }),
  viewTerminal: async (world) => ({ mac: await present(world) }),
  terminalTimeline: async (world) => ({ mac: await present(world), range: 'week' }),
  listBlockedTerminals: () => ({ sort: 'name' }),
  renameTerminal: async (world) => ({ mac: await present(world), name: `${world.marker} till` }),
  disconnectTerminals: async (world) => ({ macs: [await present(world)] }),
  blockTerminal: async (world) => ({ macs: [await present(world)], minutes: 60 }),
  unblockTerminal: async (world) => ({ macs: [await blocked(world)] }),
};
