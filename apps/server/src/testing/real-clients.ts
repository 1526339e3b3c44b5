import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACK_METHOD } from '@airloom/device-protocol/extension';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { FOREIGN_VERSION } from '../../../simulator/src/profiles/foreign-configuration.ts';
import { OneDevice } from '../../../simulator/src/testing/one-device.ts';
import { foreignAuthority } from '../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../domains/network/devices/testing/estate.ts';
import type { Person } from './builders.ts';
import type { Saying, TestDevice } from './obedient-device.ts';
import { ProfiledDevice } from './profiled-device.ts';
import type { TestServer } from './test-server.ts';
import { WITHIN } from './within.ts';

/** The switch client needs three letters to find its serial. */
const ORGANIZATION = 'TIP';

/**
 * Devices for tests of claims, configurations, upgrades and commands: `ap` and `switch` are devices of our own,
 * the others simulated third-party clients. Differences of a client are listed here.
 */
export const CLIENTS = {
  ap: { kind: 'ap', inService: 1, failedUpgrade: 'deviceFailed', reportsDisabledPorts: false },
  switch: {
    kind: 'switch',
    inService: 1,
    failedUpgrade: 'deviceFailed',
    reportsDisabledPorts: true,
    reportsNegotiation: true,
  },
  'tip-ap': {
    kind: 'ap',
    /** The version it runs when another cloud configured it. */
    inService: FOREIGN_VERSION,
    failedUpgrade: 'deviceFailed',
    reportsDisabledPorts: false,
  },
  'ols-switch': {
    kind: 'switch',
    inService: FOREIGN_VERSION,
    reportsNegotiation: false,
    /** It reports no reason when it connects: only its version shows that the upgrade failed. */
    failedUpgrade: 'sameVersion',
    reportsDisabledPorts: false,
  },
} as const;
export type ClientName = keyof typeof CLIENTS;

export const ALL_CLIENTS = ['ap', 'tip-ap', 'ols-switch'] as const satisfies readonly ClientName[];
export const ACCESS_POINTS = ['ap', 'tip-ap'] as const satisfies readonly ClientName[];
export const SWITCHES = ['switch', 'ols-switch'] as const satisfies readonly ClientName[];

const BESIDES: readonly unknown[] = ['telemetry', ACK_METHOD];

export interface RealClient {
  readonly id: string;
  /** What it sent and received, its clients, and faults on demand. */
  readonly client: OneDevice;
}

type Options = Partial<Omit<Parameters<typeof OneDevice.start>[0], 'gateway' | 'profile' | 'authority'>>;

/** Messages it received, without acknowledgements of its reports and the telemetry request of a switch. */
export function commandsTo({ client }: RealClient): unknown[] {
  return client.received.map(({ method }) => method).filter((method) => !BESIDES.includes(method));
}

/**
 * Devices of an account that behave like real third-party clients, at the gateway of a test server. Their certificates
 * come from a manufacturer the account trusts; with a claim code the console itself issues them.
 */
export class RealClients {
  readonly #server: TestServer;
  readonly #owner: Person;
  readonly #folder: string;
  readonly #started: OneDevice[] = [];
  #seed = 100;

  private constructor(server: TestServer, owner: Person, folder: string) {
    this.#server = server;
    this.#owner = owner;
    this.#folder = folder;
  }

  static async open(server: TestServer, owner: Person): Promise<RealClients> {
    const folder = await mkdtemp(join(tmpdir(), 'airloom-maker-'));
    const maker = await foreignAuthority('Maker of real clients');
    await writeFile(join(folder, 'ca.pem'), maker.pem);
    await writeFile(join(folder, 'ca.key'), maker.key);
    await trustCa(server, { as: owner.token }, 'Maker', maker);
    await server.settled();
    return new RealClients(server, owner, folder);
  }

  /** One more, connected and unclaimed. */
  async start(profile: ClientName, options: Options = {}): Promise<RealClient> {
    this.#seed += 1;
    const files = { certificateFile: join(this.#folder, 'ca.pem'), keyFile: join(this.#folder, 'ca.key') };
    const client = await OneDevice.start({
      profile,
      gateway: `wss://127.0.0.1:${this.#server.gatewayPort}`,
      seed: this.#seed,
      ...(options.code === undefined ? { authority: { ...files, organization: ORGANIZATION } } : {}),
      ...options,
    });
    this.#started.push(client);
    await expect.poll(() => this.#idOf(client.serial), WITHIN).toEqual(expect.any(String));
    return { id: (await this.#idOf(client.serial)) ?? '', client };
  }

  async #idOf(serial: string): Promise<string | undefined> {
    const row = await this.#server.platform.database.asSystem((tx) =>
      tx.first(sql<{ id: string }>`
        select id from device
        where tenant_id = ${this.#owner.tenant} and serial = ${serial} and connection_id is not null`),
    );
    return row?.id;
  }

  /** Resolves when it is online in the site. */
  async claim({ id }: RealClient, siteUUID: string): Promise<void> {
    const as = { as: this.#owner.token };
    const claimed = await this.#server.call('claimDevices', { deviceUUIDs: [id], siteUUID }, as);
    expect(claimed.msg).toBe('');
    const status = async () => (await this.#server.call('viewDevice', { deviceUUID: id }, as)).data.status;
    await expect.poll(status, WITHIN).toBe('online');
  }

  /**
   * One that is online in the site, and whose commands a test answers. It has reconnected as `saying` defines once
   * `prepare` is done.
   */
  async controlled(
    profile: ClientName,
    siteUUID: string,
    saying: Saying,
    prepare: (id: string) => Promise<void> = async () => undefined,
  ): Promise<{ readonly id: string; readonly device: TestDevice }> {
    const started = await this.start(profile);
    const { id } = started;
    const device = new ProfiledDevice(started.client);
    await this.claim(started, siteUUID);
    await prepare(id);
    await device.drop();
    await device.connect(saying);
    await this.#server.settled();
    // It was online before, too: its firmware identifies the new connection.
    const standing = async () => {
      const { data } = await this.#server.call('viewDevice', { deviceUUID: id }, { as: this.#owner.token });
      return [data.status, data.version];
    };
    await expect.poll(standing, WITHIN).toEqual(['online', device.firmware]);
    return { id, device };
  }

  /** Those that were started so far. */
  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((client) => client.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}
