import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { CampaignDetail, Upgrade } from '@airloom/contract/firmware/firmware.model';
import type { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import type { UpgradeState } from '@airloom/contract/firmware/firmware.states';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { z } from 'zod';
import { PROFILES } from '../../../../../../simulator/src/profiles/profiles.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import {
  credentialsOf,
  ObedientDevice,
  type Received,
  type TestDevice,
} from '../../../../testing/obedient-device.ts';
import { CLIENTS, type ClientName, RealClients } from '../../../../testing/real-clients.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { upload } from '../../../../testing/upload.ts';
import { WITHIN } from '../../../../testing/within.ts';

export { WITHIN };

/** Model of the test devices. */
export const MODEL = 'virtual';
const MODELS = [MODEL, PROFILES['tip-ap'].model.name, PROFILES['ols-switch'].model.name];

export interface Online<D = ObedientDevice> {
  readonly id: string;
  readonly device: D;
}

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Downloads like a device: without its own certificate. */
export async function fetchImage(
  uri: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Fetched> {
  const asked = uri.startsWith('http:')
    ? requestPlain(uri, { method, headers, agent: false })
    : request(uri, { method, headers, agent: false, rejectUnauthorized: false });
  asked.end();
  const [response] = await once(asked, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
}

/** An account with a site, images and connected devices. */
export class Fleet {
  readonly server: TestServer;
  readonly owner: Person;
  readonly siteId: string;
  readonly #devices: ObedientDevice[] = [];
  #clients: RealClients | null = null;

  private constructor(server: TestServer, owner: Person, siteId: string) {
    this.server = server;
    this.owner = owner;
    this.siteId = siteId;
  }

  static async open(server: TestServer): Promise<Fleet> {
    const owner = await buildAccount(server);
    const siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
    return new Fleet(server, owner, siteId);
  }

  get as() {
    return { as: this.owner.token };
  }

  /** Breaks all connections and clears the state. */
  async end(): Promise<void> {
    for (const device of this.#devices.splice(0)) device.end();
    await this.#clients?.close();
    this.#clients = null;
  }

  /** An image for devices of this client. */
  imageFor(client: ClientName, version: string, bytes?: Buffer<ArrayBuffer>): Promise<string> {
    return this.image(version, MODELS, bytes, CLIENTS[client].kind);
  }

  async image(
    version: string,
    models: string[] = [MODEL],
    bytes: Buffer<ArrayBuffer> = randomBytes(2_000),
    kind: DeviceKind = 'ap',
  ): Promise<string> {
    const fileUUID = await upload(this.server, this.owner.token, 'firmware', bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const made = await this.server.call(
      'createFirmware',
      { fileUUID, kind, models, version, sha256 },
      this.as,
    );
    expect([made.code, made.msg]).toEqual([0, '']);
    return made.data.firmwareUUID;
  }

  /** A device in the site, connected and online. */
  async online(
    name?: string,
    { kind = 'ap', headers = {} }: { kind?: DeviceKind; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Online> {
    const { id, serial } = await buildDevice(this.server, this.owner, {
      siteId: this.siteId,
      model: MODEL,
      kind,
      ...(name === undefined ? {} : { name }),
    });
    const device = await this.deviceOf(serial, kind);
    device.headers = headers;
    await device.connect();
    await expect.poll(() => this.statusOf(id), WITHIN).toMatchObject({ status: 'online' });
    return { id, device };
  }

  /** The same with one of our own devices or a third-party client. */
  async onlineAs(client: ClientName, name?: string): Promise<Online<TestDevice>> {
    if (client === 'ap' || client === 'switch') return this.online(name, { kind: client });
    this.#clients ??= await RealClients.open(this.server, this.owner);
    return this.#clients.controlled(client, this.siteId, { firmware: 'one' });
  }

  /** Registered and never connected. */
  async offline(name: string): Promise<Online> {
    const { id, serial } = await buildDevice(this.server, this.owner, {
      siteId: this.siteId,
      model: MODEL,
      name,
    });
    return { id, device: await this.deviceOf(serial) };
  }

  async deviceOf(serial: string, kind: DeviceKind = 'ap'): Promise<ObedientDevice> {
    const credentials = await credentialsOf(this.server.platform.settings.dataDir, this.owner.tenant, serial);
    const device = new ObedientDevice(() => this.server.gatewayPort ?? 0, serial, credentials, kind);
    // A device in recovery mode is pushed no configuration that an upgrade would have to wait for.
    device.runs = 0;
    this.#devices.push(device);
    return device;
  }

  async statusOf(id: string) {
    return this.server.platform.database.asSystem((tx) =>
      tx.first(sql<{ status: string; upgrade: string; version: string }>`
        select status, upgrade_status as upgrade, version from device where id = ${id}`),
    );
  }

  /** As if these devices had gone offline long ago. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set status = 'offline', offline_at = now() - interval '2 days'
        where id = any(${ids}::uuid[])`),
    );
  }

  /** As if a process had ended while a device downloaded its image. */
  async leaveDownload(deviceId: string): Promise<void> {
    const until = new Date(this.server.platform.now().getTime() + FIRMWARE_LIMITS.attemptMaxMs);
    await this.server.platform.database.asSystem((tx) =>
      tx.run(sql`update command set download_until = ${until} where device_id = ${deviceId}`),
    );
  }

  async campaign(input: Omit<z.input<typeof campaignInput>, 'name'>): Promise<string> {
    const made = await this.server.call('createCampaign', { name: 'Spring', ...input }, this.as);
    expect([made.code, made.msg, made.failure.fields]).toEqual([0, '', undefined]);
    return made.data.campaignUUID;
  }

  async view(campaignUUID: string): Promise<CampaignDetail> {
    return (await this.server.call('viewCampaign', { campaignUUID }, this.as)).data;
  }

  async upgrades(campaignUUID: string): Promise<Upgrade[]> {
    const listed = await this.server.call('listUpgrades', { campaignUUID, size: 200 }, this.as);
    return listed.data.rows;
  }

  async upgradeOf(campaignUUID: string, deviceId: string): Promise<Upgrade> {
    const found = (await this.upgrades(campaignUUID)).find(({ device }) => device.deviceUUID === deviceId);
    if (found === undefined) throw new Error('The device is not in the campaign');
    return found;
  }

  async reaches(campaignUUID: string, deviceId: string, state: UpgradeState): Promise<Upgrade> {
    await expect.poll(async () => (await this.upgradeOf(campaignUUID, deviceId)).state, WITHIN).toBe(state);
    return this.upgradeOf(campaignUUID, deviceId);
  }
}

export function upgradeCommands(device: TestDevice): Received[] {
  return device.received.filter(({ command }) => command.name === 'upgrade');
}

export async function awaitUpgradeCommand(
  device: TestDevice,
  times = 1,
): Promise<{ id: number; uri: string }> {
  await expect.poll(() => upgradeCommands(device).length, WITHIN).toBe(times);
  const last = upgradeCommands(device).at(-1);
  if (last?.command.name !== 'upgrade') throw new Error('No upgrade was ordered');
  return { id: last.id, uri: last.command.uri };
}

/** Executes the command, and reconnects with the version. */
export async function upgradeTo(device: TestDevice, version: string, times = 1): Promise<void> {
  const { id } = await awaitUpgradeCommand(device, times);
  device.answer(id);
  await device.restart({ reason: 'upgrade', firmware: version });
}
