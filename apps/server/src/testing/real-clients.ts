import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ProfileName } from '../../../simulator/src/profiles/profiles.ts';
import { OneDevice } from '../../../simulator/src/testing/one-device.ts';
import { foreignAuthority } from '../domains/devices/testing/certificates.ts';
import { trustCa } from '../domains/devices/testing/estate.ts';
import type { Person } from './builders.ts';
import type { TestServer } from './test-server.ts';

const WITHIN = { timeout: 10_000, interval: 20 };
/** With three letters the switch client finds its serial. */
const ORGANIZATION = 'TIP';

export interface RealClient {
  readonly id: string;
  /** What it sent and received, its clients, and faults on demand. */
  readonly client: OneDevice;
}

type Options = Partial<Omit<Parameters<typeof OneDevice.start>[0], 'gateway' | 'profile' | 'authority'>>;

/**
 * Devices of an account that behave like real third-party clients, at the gateway of a test server. Their certificates
 * come from a maker the account trusts; with a claim code the console itself issues them.
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

  /** One more, connected and known to the account, in no site yet. */
  async start(profile: ProfileName, options: Options = {}): Promise<RealClient> {
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

  /** Those that were started so far. */
  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((client) => client.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}
