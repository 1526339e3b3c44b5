import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { InputOf } from '@airloom/contract/call';
import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import type { DemoContext } from './demo-context.ts';
import { randomPassword } from './random-password.ts';

/** A part of the demo. Returns false while what it needs is not there yet. */
export interface DemoStep {
  readonly name: string;
  run(demo: DemoContext): Promise<boolean>;
}

type ChangeSource = InputOf<(typeof settingCalls)['applyChange']>['source'];

async function apply({ call }: DemoContext, source: ChangeSource, reason: string): Promise<void> {
  const { digest } = await call('reviewChange', { source });
  await call('applyChange', { source, digest, reason });
}

/** Urgent and important alarms become messages of the owner. */
const notifications: DemoStep = {
  name: 'notifications',
  async run({ call, estate }) {
    const existing = await call('listNoticeSettings', {});
    if (existing.length > 0) return true;
    await call('createNoticeSetting', {
      name: 'Operations team',
      levels: ['urgent', 'important'],
      modes: ['page'],
      peopleUUIDs: [estate.manager],
    });
    return true;
  },
};

const GROUP_OF_KIND = { hotel: 'Guest rooms', school: 'Classrooms', shop: 'Sales floor' } as const;

/** A group of access points in each site. */
const groups: DemoStep = {
  name: 'groups',
  async run({ call, estate, devicesAt }) {
    const { rows: existing } = await call('listGroups', { size: 200 });
    for (const { siteId, kind } of estate.places) {
      if (existing.some(({ siteUUID }) => siteUUID === siteId)) continue;
      const accessPoints = (await devicesAt(siteId)).filter((device) => device.kind === 'ap');
      if (accessPoints.length === 0) return false;
      const { groupUUID } = await call('createGroup', { siteUUID: siteId, name: GROUP_OF_KIND[kind] });
      const grouped = accessPoints.slice(0, Math.ceil(accessPoints.length / 2));
      await call('setDevicesGroup', { groupUUID, deviceUUIDs: grouped.map(({ deviceUUID }) => deviceUUID) });
    }
    return true;
  },
};

const NO_LIMITS = { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null };

function network(uuid: string, given: { ssid: string; clientIsolation: boolean; vlan: number | null }) {
  return {
    kind: 'wirelessNetwork' as const,
    settingUUID: null,
    baseVersion: null,
    place: { level: 'organization' as const, uuid },
    value: {
      ...given,
      enabled: true,
      hidden: false,
      offTimes: [],
      encryption: 'wpa2wpa3' as const,
      password: randomPassword(),
      privateKeys: [],
      radius: null,
      fastRoaming: false,
      bands: ['2G' as const, '5G' as const],
      bandwidth: NO_LIMITS,
      targets: { kind: 'all' as const },
    },
  };
}

/** A network for guests and one for staff in each organization. */
const networks: DemoStep = {
  name: 'networks',
  async run(demo) {
    const { trees } = await demo.call('getEnterprise', {});
    for (const { enterpriseuuid: uuid, enterprisename: name } of trees) {
      const existing = await demo.call('listSettings', { kind: 'wirelessNetwork', placeUUID: uuid });
      if (existing.total > 0) continue;
      const [brand = 'Demo'] = name.split(' ');
      const edits = [
        network(uuid, { ssid: `${brand} Guest`, clientIsolation: true, vlan: null }),
        network(uuid, { ssid: `${brand} Staff`, clientIsolation: false, vlan: null }),
      ];
      await apply(demo, { kind: 'edits', edits }, 'Guest and staff networks for all sites');
    }
    return trees.length > 0;
  },
};

/** Access points are managed from here on, as after a take over by a person. */
const takeOver: DemoStep = {
  name: 'takeOver',
  async run({ call, estate, devicesAt }) {
    for (const { siteId } of estate.places) {
      // Members are configured by their controller.
      const all = (await devicesAt(siteId)).filter(
        ({ kind, managedBy }) => kind === 'ap' && managedBy === null,
      );
      if (all.length === 0 || all.some(({ status }) => status === 'neverConnected')) return false;
      const unmanaged = all.filter(({ configurationState }) => configurationState === 'unmanaged');
      const devices = await Promise.all(
        unmanaged.map(async ({ deviceUUID }) => ({
          deviceUUID,
          digest: (await call('previewConfiguration', { deviceUUID })).digest,
        })),
      );
      if (devices.length > 0) await call('takeOverConfiguration', { devices });
    }
    return true;
  },
};

const GUEST_KBPS = 20_000;

/** A change of the guest network of one organization, rolled out to its access points. */
const change: DemoStep = {
  name: 'change',
  async run(demo) {
    const { rows } = await demo.call('listSettings', { kind: 'wirelessNetwork', size: 200 });
    const guest = rows
      .flatMap(({ edit, version }) =>
        edit.kind === 'wirelessNetwork' ? [{ ...edit, baseVersion: version }] : [],
      )
      .find(({ value }) => value?.ssid.endsWith(' Guest'));
    if (!guest?.value) return false;
    const managed = (await demo.devices()).filter(({ configurationState: state }) => state === 'applied');
    if (managed.length === 0) return false;
    const bandwidth = { ...guest.value.bandwidth, clientDownKbps: GUEST_KBPS, clientUpKbps: GUEST_KBPS };
    const edit = { ...guest, value: { ...guest.value, bandwidth } };
    await apply(demo, { kind: 'edits', edits: [edit] }, 'Limit guests to 20 Mbit/s each');
    return true;
  },
};

/** An image for simulated devices: a header of one line, then padding. */
function imageOf(firmware: string): Buffer {
  const bytes = Buffer.alloc(64 * 1024, 0x5a);
  const header = `AIRLOOM-IMAGE ${JSON.stringify({ firmware, compatible: [], size: bytes.length })}\n`;
  bytes.write(header.padEnd(512, ' '), 0, 'latin1');
  return bytes;
}

/** `CAP-620 4.2.0` becomes `CAP-620 4.3.0`. */
function nextVersion(version: string): string {
  return version.replace(/(\d+)\.\d+$/, (_, minor: string) => `${Number(minor) + 1}.0`);
}

function mostCommonModel(devices: readonly Device[]): Device | undefined {
  const byModel = [...Map.groupBy(devices, ({ model }) => model).values()];
  return byModel.sort((one, other) => other.length - one.length)[0]?.[0];
}

/** An upgrade of the most common access points of one site, in two waves. */
const campaign: DemoStep = {
  name: 'campaign',
  async run({ call, estate, devicesAt, storeFile }) {
    const site = estate.places.find(({ kind }) => kind === 'school') ?? estate.places[0];
    if (site === undefined || (await call('listCampaigns', {})).total > 0) return true;
    const online = (await devicesAt(site.siteId)).filter(
      ({ kind, status, version }) => kind === 'ap' && status === 'online' && version !== '',
    );
    const example = mostCommonModel(online);
    if (example === undefined) return false;
    const version = nextVersion(example.version);
    const image = imageOf(version);
    const { firmwareUUID } = await call('createFirmware', {
      fileUUID: await storeFile('firmware', Readable.from(image)),
      kind: 'ap',
      models: [example.model],
      version,
      notes: 'Better roaming between access points.',
      sha256: createHash('sha256').update(image).digest('hex'),
    });
    await call('createCampaign', {
      name: `${example.model}, ${site.name}`,
      firmwareUUID,
      target: { kind: 'site', siteUUID: site.siteId },
      waves: [25, 100],
    });
    return true;
  },
};

/** In the order in which they need each other. */
export const DEMO_STEPS: readonly DemoStep[] = [notifications, groups, networks, takeOver, change, campaign];
