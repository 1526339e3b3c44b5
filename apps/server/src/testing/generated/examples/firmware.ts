import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import type { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { upload } from '../../upload.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

async function newImage({ server, owner, marker }: World) {
  // An account with trusted keys accepts only images signed by them.
  for (const { keyUUID } of (await server.call('listFirmwareKeys', {}, { as: owner.token })).data) {
    await server.call('removeFirmwareKey', { keyUUID }, { as: owner.token });
  }
  const bytes = randomBytes(64);
  return {
    fileUUID: await upload(server, owner.token, 'firmware', bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    kind: 'ap' as const,
    models: [`${marker} model`],
    version: randomUUID().slice(0, 8),
  };
}

async function image(world: World): Promise<string> {
  const { server, owner } = world;
  const made = await server.call('createFirmware', await newImage(world), { as: owner.token });
  return made.data.firmwareUUID;
}

async function newCampaign(world: World) {
  return {
    name: `${world.marker} campaign`,
    firmwareUUID: await image(world),
    target: { kind: 'all' as const },
    startAt: new Date(world.server.platform.now().getTime() + 86_400_000).toISOString(),
  };
}

function tomorrowNight({ server }: World) {
  const date = new Date(server.platform.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  return { date, time: '02:00', until: '05:00' };
}

async function campaign(world: World): Promise<string> {
  const { server, owner } = world;
  const made = await server.call('createCampaign', await newCampaign(world), { as: owner.token });
  return made.data.campaignUUID;
}

function firmwareKey({ marker }: World) {
  const { publicKey } = generateKeyPairSync('ed25519');
  return { name: marker, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

async function addedKey(world: World): Promise<string> {
  const { server, owner } = world;
  return (await server.call('addFirmwareKey', firmwareKey(world), { as: owner.token })).data.keyUUID;
}

export const firmwareExamples: ExamplesOf<typeof firmwareCalls> = {
  listFirmware: ({ marker }) => ({ model: `${marker} model` }),
  createFirmware: (world) => newImage(world),
  deleteFirmware: async (world) => ({ firmwareUUID: await image(world) }),
  listFirmwareKeys: () => ({}),
  addFirmwareKey: (world) => firmwareKey(world),
  removeFirmwareKey: async (world) => ({ keyUUID: await addedKey(world) }),
  listCampaigns: () => ({ state: 'scheduled' }),
  createCampaign: (world) => newCampaign(world),
  previewCampaign: async (world) => ({
    firmwareUUID: await image(world),
    target: { kind: 'all' },
    localStart: tomorrowNight(world),
  }),
  updateCampaign: async (world) => {
    const { startAt: _, ...input } = await newCampaign(world);
    const campaignUUID = await campaign(world);
    return { ...input, campaignUUID, revision: 1, localStart: tomorrowNight(world) };
  },
  viewCampaign: async (world) => ({ campaignUUID: await campaign(world) }),
  changeCampaign: async (world) => ({ campaignUUID: await campaign(world), change: 'stop' }),
  listUpgrades: async (world) => ({ campaignUUID: await campaign(world), state: 'waiting' }),
  exportUpgrades: () => ({ format: 'csv' }),
};
