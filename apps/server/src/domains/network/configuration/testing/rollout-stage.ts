import type { ChangeState, DeviceState } from '@airloom/contract/configuration/configuration.states';
import { MINUTE, SECOND } from '@airloom/contract/time';
import type { WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice, type Received } from '../../../../testing/obedient-device.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { takeOver } from '../../devices/testing/take-over.ts';
import { buildNetwork } from '../../settings/testing/networks.ts';
import { readPlacements } from '../edits/placements.repository.ts';

export { WITHIN };

/**
 * What a device does with a configuration. `hides`: it applies it, but puts no network on air. `answersOnly`: it applies
 * it, but reports nothing.
 */
export type Behaviour = 'applies' | 'rejects' | 'appliesPartly' | 'hides' | 'answersOnly' | 'isSilent';

const REPORT_EVERY_MS = 5 * MINUTE;

const ssids = z.object({
  interfaces: z.array(z.object({ ssids: z.array(z.object({ name: z.string() })).optional() })),
});

function ssidsIn(document: object): string[] {
  return ssids.parse(document).interfaces.flatMap((one) => (one.ssids ?? []).map(({ name }) => name));
}

/** A device that really applies documents: it reports their networks on air. */
export class ConfiguredDevice {
  readonly id: string;
  readonly device: ObedientDevice;
  behaviour: Behaviour = 'applies';
  #onAir: string[] = [];

  constructor(id: string, device: ObedientDevice) {
    this.id = id;
    this.device = device;
    device.obey = (received) => this.#receive(received);
  }

  #receive({ id, command }: Received): void {
    if (command.name !== 'configure') return;
    const { behaviour, device } = this;
    if (behaviour === 'isSilent') return;
    if (behaviour === 'rejects') {
      device.answer(id, { error: 2, text: 'refused', rejected: ['ssid: name in use'] });
      return;
    }
    device.runs = command.version;
    this.#onAir = behaviour === 'hides' ? [] : ssidsIn(command.document);
    device.answer(
      id,
      behaviour === 'appliesPartly'
        ? { error: 1, text: 'applied', rejected: ['no such power'] }
        : { error: 0, text: 'Success' },
    );
    if (behaviour !== 'answersOnly') this.report();
  }

  /** These networks are on air now. */
  show(networks: readonly string[]): void {
    this.#onAir = [...networks];
    this.report();
  }

  report(): void {
    const radio = { $ref: '#/radios/0' };
    this.device.report({
      state: {
        unit: { uptime: 100 },
        radios: [{ channel: 36, channel_width: 80, band: ['5G'] }],
        interfaces: [{ name: 'up0v0', ssids: this.#onAir.map((ssid) => ({ ssid, band: '5G', radio })) }],
      },
    });
  }

  /** Versions of the received configurations. */
  get versions(): number[] {
    return this.device.received.flatMap(({ command }) =>
      command.name === 'configure' ? [command.version] : [],
    );
  }

  /** Networks of each received configuration. */
  get networks(): string[][] {
    return this.device.received.flatMap(({ command }) =>
      command.name === 'configure' ? [ssidsIn(command.document)] : [],
    );
  }
}

export interface Row {
  readonly state: DeviceState;
  readonly wave: number;
  readonly skipReason: string | null;
  readonly failure: string | null;
  readonly version: number | null;
  readonly rejected: string[];
  readonly missing: object[];
}

/** An account with sites, devices that apply documents, and changes that are stored as applied. */
export class RolloutStage {
  readonly server: TestServer;
  readonly owner: Person;
  readonly organizationId: string;
  readonly siteId: string;
  readonly #devices: ObedientDevice[] = [];

  private constructor(server: TestServer, owner: Person, organizationId: string, siteId: string) {
    this.server = server;
    this.owner = owner;
    this.organizationId = organizationId;
    this.siteId = siteId;
  }

  static async open(server: TestServer): Promise<RolloutStage> {
    const owner = await buildAccount(server);
    const organizationId = await buildOrganization(server, owner, 'North');
    return new RolloutStage(
      server,
      owner,
      organizationId,
      await buildSite(server, owner, organizationId, 'Harbour'),
    );
  }

  get as() {
    return { as: this.owner.token };
  }

  end(): void {
    for (const device of this.#devices.splice(0)) device.end();
  }

  /** This device is disconnected at the end of the test. */
  ends(device: ObedientDevice): void {
    this.#devices.push(device);
  }

  site(name: string): Promise<string> {
    return buildSite(this.server, this.owner, this.organizationId, name);
  }

  /** A connected access point that runs its own configuration. */
  async unmanaged(siteId = this.siteId): Promise<ConfiguredDevice> {
    const { id, serial } = await buildDevice(this.server, this.owner, { siteId });
    const { dataDir } = this.server.platform.settings;
    const credentials = await credentialsOf(dataDir, this.owner.tenant, serial);
    const device = new ObedientDevice(() => this.server.gatewayPort ?? 0, serial, credentials);
    this.#devices.push(device);
    const configured = new ConfiguredDevice(id, device);
    await device.connect({ runs: 7_777 });
    await expect.poll(() => this.#isOnline(id), WITHIN).toBe(true);
    return configured;
  }

  /** A connected access point that runs a configuration made here, without settings. */
  async online(siteId = this.siteId): Promise<ConfiguredDevice> {
    const device = await this.unmanaged(siteId);
    expect((await takeOver(this.server, this.as, device.id)).data.changed).toBe(1);
    const view = () => this.server.call('viewDevice', { deviceUUID: device.id }, this.as);
    await expect.poll(async () => (await view()).data.configurationState, WITHIN).toBe('applied');
    return device;
  }

  async goOffline({ id, device }: Pick<ConfiguredDevice, 'id' | 'device'>): Promise<void> {
    await device.drop();
    const isOnline = () => {
      this.server.advance(SECOND);
      return this.#isOnline(id);
    };
    await expect.poll(isOnline, WITHIN).toBe(false);
  }

  /** Time passes while a connected device goes on reporting: the gateway closes connections that are silent for longer. */
  async pass(ms: number, device: ConfiguredDevice): Promise<void> {
    for (let left = ms; left > 0; left -= REPORT_EVERY_MS) {
      this.server.advance(Math.min(left, REPORT_EVERY_MS));
      const since = this.server.platform.now();
      device.report();
      await expect.poll(() => this.#reportedSince(device, since), WITHIN).toBe(true);
    }
  }

  async #reportedSince({ id }: ConfiguredDevice, since: Date): Promise<boolean> {
    const [row] = await this.rows(sql<{ reported: boolean }>`
      select ts >= ${since} as reported from device_last where device_id = ${id}`);
    return row?.reported === true;
  }

  async #isOnline(id: string): Promise<boolean> {
    const [row] = await this.rows(sql<{ connected: boolean }>`
      select connection_id is not null as connected from device where id = ${id}`);
    return row?.connected === true;
  }

  rows<R>(query: ReturnType<typeof sql<R>>): Promise<R[]> {
    return this.server.platform.database.asSystem((tx) => tx.all(query));
  }

  /** Stores a network of these sites and a change that delivers it; returns the change. */
  async change(
    fields: Partial<WirelessNetwork> = {},
    siteIds: readonly string[] = [this.siteId],
    startAt: Date | null = null,
  ): Promise<string> {
    for (const uuid of siteIds) await buildNetwork(this.server, this.owner, { level: 'site', uuid }, fields);
    return this.deliver(siteIds, startAt);
  }

  /** Stores a change without settings of its own: it delivers all that are stored. */
  async deliver(siteIds: readonly string[] = [this.siteId], startAt: Date | null = null): Promise<string> {
    const { platform } = this.server;
    const { tenant } = this.owner;
    const id = newId();
    const now = platform.now();
    const number = (await this.rows(sql`select from configuration_change where tenant_id = ${tenant}`))
      .length;
    const devices = { wholeSiteIds: siteIds, groupIds: [], deviceIds: [] };
    await platform.database.asSystem(async (tx) => {
      const { takingPart, sites } = await readPlacements(tx, { tenant }, devices);
      await tx.run(
        sqlBuilder.insertInto('configuration_change').values({
          tenant_id: tenant,
          id,
          number: number + 1,
          reason: 'test',
          state: startAt === null ? 'preparing' : 'scheduled',
          site_ids: [...siteIds],
          organization_ids: [],
          whole_site_ids: [...siteIds],
          group_ids: [],
          device_ids: [],
          reviewed_placements: takingPart,
          reviewed_sites: JSON.stringify(sites),
          reverts: null,
          start_at: startAt,
          began_at: null,
          prepared_to: null,
          created_by: this.owner.managerId,
          created_by_name: 'test',
          created_at: now,
          due_at: startAt ?? now,
          ended_at: null,
        }),
      );
    });
    return id;
  }

  async stateOf(changeId: string): Promise<ChangeState | undefined> {
    const [row] = await this.rows(sql<{ state: ChangeState }>`
      select state from configuration_change where id = ${changeId}`);
    return row?.state;
  }

  async becomes(changeId: string, state: ChangeState): Promise<void> {
    await expect.poll(() => this.stateOf(changeId), WITHIN).toBe(state);
  }

  async rowOf(changeId: string, { id }: { readonly id: string }): Promise<Row | undefined> {
    const [row] = await this.rows(sql<Row>`
      select state, wave, skip_reason as "skipReason", version, rejected, missing, failure
      from configuration_change_device where change_id = ${changeId} and device_id = ${id}`);
    return row;
  }

  async reaches(
    changeId: string,
    device: { readonly id: string },
    state: DeviceState,
  ): Promise<Row | undefined> {
    await expect.poll(async () => (await this.rowOf(changeId, device))?.state, WITHIN).toBe(state);
    return this.rowOf(changeId, device);
  }

  /** The version that the newest stored report of a device names. */
  async reportedVersion({ id }: { readonly id: string }): Promise<number | null> {
    const [row] = await this.rows(sql<{ version: number | null }>`
      select config_version as version from device_last where device_id = ${id}`);
    return row?.version ?? null;
  }

  /** How many of these devices are in each state. */
  async states(
    changeId: string,
    devices: readonly ConfiguredDevice[],
  ): Promise<Partial<Record<DeviceState, number>>> {
    const ids = devices.map(({ id }) => id);
    const rows = await this.rows(sql<{ state: DeviceState; count: number }>`
      select state, count(*)::int as count from configuration_change_device
      where change_id = ${changeId} and device_id = any(${ids}::uuid[]) group by state`);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }

  control(changeUUID: string, action: 'pause' | 'resume' | 'cancel' | 'retryFailed') {
    return this.server.call('changeRollout', { changeUUID, action }, this.as);
  }

  /** As if it was paused before only offline devices were left. */
  async pausedBefore(changeId: string): Promise<void> {
    await this.rows(
      sql`update configuration_change set state = 'paused' where id = ${changeId} returning id`,
    );
  }

  /** Reasons of the versions of a device, oldest first. */
  async reasonsOf({ id }: { readonly id: string }): Promise<string[]> {
    const rows = await this.rows(sql<{ reason: string }>`
      select reason from device_configuration where device_id = ${id} order by version`);
    return rows.map(({ reason }) => reason);
  }
}
