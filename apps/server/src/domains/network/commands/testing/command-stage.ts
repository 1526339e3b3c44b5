import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import type { sendCommandInput } from '@airloom/contract/commands/commands.rules';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { z } from 'zod';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice, type TestDevice } from '../../../../testing/obedient-device.ts';
import { type ClientName, RealClients } from '../../../../testing/real-clients.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';

export { WITHIN };

/** Configuration that devices run from the start, so that none is pushed to them. */
const FIRST_VERSION = 500;

interface Online<D = ObedientDevice> {
  readonly id: string;
  readonly device: D;
}

type CommandToSend = z.input<typeof sendCommandInput>['command'];

interface Stage {
  readonly server: TestServer;
  readonly owner: Person;
  readonly siteId: string;
}

/** A server with one account and one site for the tests of a file, and devices that execute commands. */
export function commandStage() {
  let stage: Stage;
  const devices: ObedientDevice[] = [];
  let clients: RealClients | null = null;
  beforeAll(async () => {
    const server = await startTestServer({ GATEWAY_PORT: '0' });
    const owner = await buildAccount(server);
    const organization = await buildOrganization(server, owner, 'North');
    stage = { server, owner, siteId: await buildSite(server, owner, organization, 'Harbour') };
    // Nightly scans are off: all commands come from the tests.
    await server.platform.database.asSystem((tx) =>
      tx.run(
        sql`update alarm_rule set enabled = false where tenant_id = ${owner.tenant} and type = 'rogueAp'`,
      ),
    );
  });
  afterEach(async () => {
    for (const device of devices.splice(0)) device.end();
    await clients?.stop();
  });
  afterAll(async () => {
    await clients?.close();
    await stage.server.stop();
  });

  /** A device with this serial and account, not connected yet; it ends with its test. */
  async function obedient(
    { tenant }: Pick<Person, 'tenant'>,
    serial: string,
    kind: DeviceKind = 'ap',
  ): Promise<ObedientDevice> {
    const { server } = stage;
    const credentials = await credentialsOf(server.platform.settings.dataDir, tenant, serial);
    const device = new ObedientDevice(() => server.gatewayPort ?? 0, serial, credentials, kind);
    devices.push(device);
    return device;
  }

  /** A device in the site, connected and online. */
  async function online(kind: DeviceKind = 'ap'): Promise<Online> {
    const { server, owner, siteId } = stage;
    const { id, serial } = await buildDevice(server, owner, { siteId, kind, managed: true });
    await keepConfiguration(id, FIRST_VERSION, 'applied');
    const device = await obedient(owner, serial, kind);
    await device.connect({ runs: FIRST_VERSION });
    await expect.poll(() => statusOf(id), WITHIN).toBe('online');
    return { id, device };
  }

  /** The same with one of our own devices or a third-party client. */
  async function onlineAs(client: ClientName): Promise<Online<TestDevice>> {
    if (client === 'ap' || client === 'switch') return online(client);
    const { server, owner, siteId } = stage;
    clients ??= await RealClients.open(server, owner);
    return clients.controlled(client, siteId, { runs: FIRST_VERSION }, async (id) => {
      await keepConfiguration(id, FIRST_VERSION, 'applied');
      await server.platform.database.asSystem((tx) =>
        tx.run(sql`update device set configuration_state = 'applied' where id = ${id}`),
      );
    });
  }

  async function statusOf(id: string): Promise<string | undefined> {
    const row = await stage.server.platform.database.asSystem((tx) =>
      tx.first(sql<{ status: string }>`select status from device where id = ${id}`),
    );
    return row?.status;
  }

  async function keepConfiguration(id: string, version: number, state: 'pending' | 'applied'): Promise<void> {
    const { server, owner } = stage;
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into device_configuration (tenant_id, device_id, version, document, state, reason)
        values (${owner.tenant}, ${id}, ${version}, '{"strict":true}', ${state}, 'restored')`),
    );
  }

  async function sendCommand(ids: readonly string[], command: CommandToSend): Promise<string> {
    const { server, owner } = stage;
    const answer = await server.call('sendCommand', { deviceUUIDs: [...ids], command }, { as: owner.token });
    expect([answer.code, answer.msg]).toEqual([OK_ACCEPTED, '']);
    return answer.data.cfgUUID;
  }

  async function rowsOf(cfgUUID: string): Promise<DeviceCommandRow[]> {
    const { server, owner } = stage;
    const answer = await server.call('getDeviceCftLogDetail', { cfgUUID, size: 200 }, { as: owner.token });
    return answer.data.rows;
  }

  async function stateOf(cfgUUID: string): Promise<CommandState | undefined> {
    return (await rowsOf(cfgUUID))[0]?.state;
  }

  async function ends(cfgUUID: string, state: CommandState): Promise<DeviceCommandRow> {
    await expect.poll(() => stateOf(cfgUUID), WITHIN).toBe(state);
    const [row] = await rowsOf(cfgUUID);
    if (row === undefined) throw new Error('No such command');
    expect(row.endedAt).not.toBeNull();
    return row;
  }

  return {
    get server() {
      return stage.server;
    },
    get owner() {
      return stage.owner;
    },
    get siteId() {
      return stage.siteId;
    },
    obedient,
    online,
    onlineAs,
    statusOf,
    keepConfiguration,
    sendCommand,
    rowsOf,
    stateOf,
    ends,
  };
}

export function received(device: TestDevice, count = 1): Promise<void> {
  return expect.poll(() => device.received.length, WITHIN).toBe(count);
}
