import { createHash, randomBytes } from 'node:crypto';
import type { CampaignDetail, Upgrade } from '@airloom/contract/firmware/firmware.model';
import type { campaignInput } from '@airloom/contract/firmware/firmware.rules';
import type { UpgradeState } from '@airloom/contract/firmware/firmware.states';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { z } from 'zod';
import { buildAccount, buildOrganization, type Person, signInAgain } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { type Premises, startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { upload } from '../../../../testing/upload.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { MODEL } from './fleet.ts';

/** A server whose clock stands still until the test moves it. */
export function startFrozenServer(at: string, on?: Premises): Promise<TestServer> {
  const clock = () => Date.parse(at);
  return startTestServer({}, { clock, scheduled: false, ...(on === undefined ? {} : { on }) });
}

/** An account with sites in several time zones, and devices that never answer. */
export class ZoneStage {
  readonly server: TestServer;
  readonly owner: Person;
  readonly organization: string;
  #token: string;

  private constructor(server: TestServer, owner: Person, organization: string) {
    this.server = server;
    this.owner = owner;
    this.organization = organization;
    this.#token = owner.token;
  }

  static async open(server: TestServer): Promise<ZoneStage> {
    const owner = await buildAccount(server);
    return new ZoneStage(server, owner, await buildOrganization(server, owner, 'World'));
  }

  /** The same account on another server. */
  on(server: TestServer): ZoneStage {
    return new ZoneStage(server, this.owner, this.organization);
  }

  get as() {
    return { as: this.#token };
  }

  /** Moves the clock to a time, after which sessions have expired. */
  async moveTo(at: string): Promise<void> {
    const ms = Date.parse(at) - this.server.platform.now().getTime();
    if (ms < 0) throw new Error('Time does not pass backwards');
    this.server.advance(ms);
    this.#token = await signInAgain(this.server, this.owner);
  }

  async site(name: string, timeZone: string): Promise<string> {
    const made = await this.server.call(
      'createSite',
      { enterpriseUUID: this.organization, name, countryCode: 'PL', timeZone },
      this.as,
    );
    expect([made.code, made.msg]).toEqual([0, '']);
    return made.data.siteUUID;
  }

  /** A device of the site that counts as online. */
  async device(
    siteId: string | null,
    name: string,
    status: 'online' | 'offline' = 'online',
  ): Promise<string> {
    return (await buildDevice(this.server, this.owner, { siteId, name, model: MODEL, status })).id;
  }

  async setStatus(id: string, status: 'online' | 'offline'): Promise<void> {
    await this.server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set status = ${status} where id = ${id}`),
    );
  }

  async image(version = 'two'): Promise<string> {
    const bytes = randomBytes(100);
    const fileUUID = await upload(this.server, this.#token, 'firmware', bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const input = { fileUUID, kind: 'ap' as const, models: [MODEL], version, sha256 };
    const made = await this.server.call('createFirmware', input, this.as);
    expect([made.code, made.msg]).toEqual([0, '']);
    return made.data.firmwareUUID;
  }

  async campaign(
    localStart: Pick<LocalStart, 'date' | 'time'> & Partial<LocalStart>,
    more: Partial<z.input<typeof campaignInput>> = {},
  ): Promise<string> {
    const firmwareUUID = more.firmwareUUID ?? (await this.image());
    const input = { name: 'Night', firmwareUUID, target: { kind: 'all' as const }, localStart, ...more };
    const made = await this.server.call('createCampaign', input, this.as);
    expect([made.code, made.msg, made.failure.fields]).toEqual([0, '', undefined]);
    return made.data.campaignUUID;
  }

  async view(campaignUUID: string): Promise<CampaignDetail> {
    return (await this.server.call('viewCampaign', { campaignUUID }, this.as)).data;
  }

  async upgrades(campaignUUID: string): Promise<Upgrade[]> {
    return (await this.server.call('listUpgrades', { campaignUUID, size: 100 }, this.as)).data.rows;
  }

  async states(campaignUUID: string): Promise<Record<string, UpgradeState>> {
    const rows = await this.upgrades(campaignUUID);
    return Object.fromEntries(rows.map(({ device, state }) => [device.name, state]));
  }

  async reaches(campaignUUID: string, states: Record<string, UpgradeState>): Promise<void> {
    await expect.poll(() => this.states(campaignUUID), WITHIN).toEqual(states);
  }

  /** Waits until the engine has looked at the campaign at the present time. */
  async looked(campaignUUID: string): Promise<void> {
    const { platform } = this.server;
    const at = platform.now();
    const due = async () => {
      const row = await platform.database.asSystem((tx) =>
        tx.first(sql<{ due_at: Date; ended_at: Date | null }>`
          select due_at, ended_at from upgrade_campaign where id = ${campaignUUID}`),
      );
      return row === undefined || row.ended_at !== null || row.due_at > at;
    };
    await expect.poll(due, WITHIN).toBe(true);
  }
}
