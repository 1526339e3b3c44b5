import { randomUUID } from 'node:crypto';
import type { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import type { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { buildDispute, buildEnrolmentRequest } from '../../../domains/network/devices/testing/estate.ts';
import { previewed } from '../../../domains/network/devices/testing/take-over.ts';
import { buildDevice } from '../../device-builders.ts';
import { png } from '../../pictures.ts';
import { upload } from '../../upload.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';
import { emptySite } from './organizations.ts';

async function configured(world: World): Promise<{ deviceUUID: string; version: number }> {
  const { server, owner, deviceUUID } = world;
  const as = { as: owner.token };
  for (const name of [`${world.marker} one`, `${world.marker} two`]) {
    await server.call('updateDevice', { deviceUUID, name }, as);
  }
  const listed = await server.call('listConfigurations', { deviceUUID }, as);
  return { deviceUUID, version: listed.data.rows.at(-1)?.version ?? 0 };
}

async function previewedDevice({ server, owner, siteUUID }: World) {
  const { id } = await buildDevice(server, owner, { siteId: siteUUID });
  return previewed(server, { as: owner.token }, id);
}

async function trustedCa({ server, owner, marker }: World): Promise<string> {
  const input = { name: marker, pem: (await foreignAuthority(marker)).pem };
  return (await server.call('addTrustedCa', input, { as: owner.token })).data.trustedCaUUID;
}

async function proof(world: World): Promise<{ trustedCaUUID: string; certificate: string }> {
  const { server, owner, marker } = world;
  const authority = await foreignAuthority(marker);
  const { data } = await server.call(
    'addTrustedCa',
    { name: marker, pem: authority.pem },
    { as: owner.token },
  );
  const { certificate } = await authority.issue(data.challenge);
  return { trustedCaUUID: data.trustedCaUUID, certificate };
}

async function request(world: World): Promise<{ deviceUUID: string; fingerprint: string }> {
  // In no site, where it raises no alarm later.
  const { server, owner, unclaimedUUID: deviceUUID } = world;
  const fingerprint = randomUUID();
  await buildEnrolmentRequest({ server, owner }, deviceUUID, fingerprint);
  return { deviceUUID, fingerprint };
}

async function disputed(world: World): Promise<{ deviceUUID: string }> {
  const { server, owner, unclaimedUUID: deviceUUID } = world;
  await buildDispute({ server, owner }, deviceUUID);
  return { deviceUUID };
}

async function importFile({ server, owner }: World): Promise<string> {
  const mac = `02-${randomUUID().slice(0, 10).replaceAll('-', '').match(/../g)?.join('-') ?? ''}`;
  return upload(server, owner.token, 'deviceImport', Buffer.from(`Kind,MAC\r\nAccess point,${mac}-01\r\n`));
}

async function siteWithVirtualDevices(world: World): Promise<string> {
  const siteUUID = await emptySite(world);
  const kinds = { gateway: 1, switch: 0, ap: 1 };
  await world.server.call('startVirtualDevices', { siteUUID, kinds }, { as: world.owner.token });
  return siteUUID;
}

async function note({ server, owner, deviceUUID, marker }: World): Promise<string> {
  const input = { deviceUUID, text: `${marker} note` };
  return (await server.call('addDeviceNote', input, { as: owner.token })).data.noteUUID;
}

async function newPhoto({ server, owner, deviceUUID }: World) {
  const [fileUUID, thumbnailUUID] = await Promise.all([
    upload(server, owner.token, 'devicePhoto', png(64, 48)),
    upload(server, owner.token, 'devicePhoto', png(16, 12)),
  ]);
  return { deviceUUID, fileUUID, thumbnailUUID };
}

async function photo(world: World): Promise<string> {
  const { server, owner } = world;
  const made = await server.call('addDevicePhoto', await newPhoto(world), { as: owner.token });
  return made.data.photoUUID;
}

function newMac(): string {
  return `02${randomUUID().replaceAll('-', '').slice(0, 10)}`;
}

export const deviceExamples: ExamplesOf<typeof deviceCalls & typeof annotationCalls> = {
  listDevices: () => ({}),
  deviceCounts: () => ({}),
  viewDevice: ({ deviceUUID }) => ({ deviceUUID }),
  findDevicesByMac: () => ({ macs: '02-00-00-00-00-01,02:00:00:00:00:02' }),
  addDevices: ({ siteUUID, groupUUID, marker }) => ({
    siteUUID,
    groupUUID,
    rows: [{ kind: 'ac', mac: newMac(), name: `${marker} AC`.slice(0, 30) }],
  }),
  importDevices: async (world) => ({ fileUUID: await importFile(world), siteUUID: world.siteUUID }),
  updateDevice: ({ deviceUUID, groupUUID, marker }) => ({ deviceUUID, groupUUID, name: `${marker} lobby` }),
  moveDevices: async (world) => ({ deviceUUIDs: [world.deviceUUID], siteUUID: await emptySite(world) }),
  setDevicePassword: ({ deviceUUID }) => ({ deviceUUIDs: [deviceUUID], password: 'Harbour-77' }),
  deleteDevices: ({ deviceUUID }) => ({ deviceUUIDs: [deviceUUID] }),
  exportDevices: () => ({ format: 'xlsx' }),
  viewVirtualDevices: ({ siteUUID }) => ({ siteUUID }),
  startVirtualDevices: ({ siteUUID }) => ({ siteUUID, kinds: { gateway: 1, switch: 1, ap: 2 } }),
  removeVirtualDevices: async (world) => ({ siteUUID: await siteWithVirtualDevices(world) }),
  listGroups: () => ({}),
  createGroup: ({ siteUUID, marker }) => ({ siteUUID, name: `${marker} new group` }),
  updateGroup: ({ groupUUID, marker }) => ({ groupUUID, name: `${marker} renamed` }),
  deleteGroup: ({ groupUUID }) => ({ groupUUID }),
  setDevicesGroup: ({ groupUUID, deviceUUID }) => ({ groupUUID, deviceUUIDs: [deviceUUID] }),
  listDeviceTags: () => ({}),
  changeDeviceTags: ({ deviceUUID, marker }) => ({ deviceUUIDs: [deviceUUID], add: [`${marker} new tag`] }),
  listDeviceNotes: ({ deviceUUID }) => ({ deviceUUID }),
  addDeviceNote: ({ deviceUUID, marker }) => ({
    deviceUUID,
    text: `${marker} behind the door\nkey at the desk`,
  }),
  updateDeviceNote: async (world) => ({ noteUUID: await note(world), text: `${world.marker} changed` }),
  deleteDeviceNote: async (world) => ({ noteUUID: await note(world) }),
  listDevicePhotos: ({ deviceUUID }) => ({ deviceUUID }),
  addDevicePhoto: newPhoto,
  deleteDevicePhoto: async (world) => ({ photoUUID: await photo(world) }),
  addingProgress: ({ claimCodeUUID }) => ({ claimCodeUUID }),
  listRefusedAttempts: () => ({}),
  createClaimCode: ({ siteUUID }) => ({ siteUUID, uses: 10, validHours: 48 }),
  listClaimCodes: () => ({}),
  revokeClaimCode: ({ claimCodeUUID }) => ({ claimCodeUUID }),
  listUnclaimed: () => ({}),
  claimDevices: ({ unclaimedUUID, siteUUID }) => ({ deviceUUIDs: [unclaimedUUID], siteUUID }),
  rejectUnclaimed: ({ unclaimedUUID }) => ({ deviceUUIDs: [unclaimedUUID] }),
  revokeDevice: ({ deviceUUID }) => ({ deviceUUID }),
  listTrustedCas: () => ({}),
  addTrustedCa: async ({ marker }) => ({ name: marker, pem: (await foreignAuthority(marker)).pem }),
  proveTrustedCa: proof,
  approveEnrolment: request,
  rejectEnrolment: request,
  confirmOwnership: disputed,
  releaseDevice: disputed,
  removeTrustedCa: async (world) => ({ trustedCaUUID: await trustedCa(world) }),
  listConfigurations: ({ deviceUUID }) => ({ deviceUUID }),
  viewConfiguration: (world) => configured(world),
  restoreConfiguration: (world) => configured(world),
  previewConfiguration: ({ deviceUUID }) => ({ deviceUUID }),
  takeOverConfiguration: async (world) => ({ devices: [await previewedDevice(world)] }),
};
