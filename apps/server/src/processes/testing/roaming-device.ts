import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { vi } from 'vitest';
import type { Installation, SpawnedGateway } from '../../testing/installation.ts';
import { credentialsOf, ObedientDevice } from '../../testing/obedient-device.ts';
import { WITHIN } from '../../testing/within.ts';

interface Row {
  readonly id: string;
  readonly status: DeviceStatus;
  readonly gateway_id: string | null;
}

export async function rowOf(installation: Installation, serial: string): Promise<Row | undefined> {
  const [row] = await installation.query<Row>('select id, status, gateway_id from device where serial = $1', [
    serial,
  ]);
  return row;
}

/** A device that connects to one of the gateways, which can be changed. It answers commands. */
export class RoamingDevice extends ObedientDevice {
  id = '';
  readonly #installation: Installation;
  readonly #way: { port: number };

  private constructor(
    installation: Installation,
    way: { port: number },
    serial: string,
    credentials: ConstructorParameters<typeof ObedientDevice>[2],
  ) {
    super(() => way.port, serial, credentials);
    this.#installation = installation;
    this.#way = way;
    this.obey = ({ id }) => this.answer(id);
  }

  static async at(
    installation: Installation,
    gateway: SpawnedGateway,
    serial: string,
  ): Promise<RoamingDevice> {
    const credentials = await credentialsOf(installation.dataDir, installation.tenant, serial);
    const device = new RoamingDevice(installation, { port: gateway.port }, serial, credentials);
    await device.comeTo(gateway);
    return device;
  }

  /** Resolves when it is online. */
  async comeTo(
    gateway: SpawnedGateway,
    saying: Parameters<ObedientDevice['connect']>[0] = {},
  ): Promise<void> {
    this.#way.port = gateway.port;
    await this.connect(saying);
    this.id = await vi.waitUntil(async () => {
      const row = await rowOf(this.#installation, this.serial);
      return row?.status === 'online' && row.gateway_id === gateway.id ? row.id : null;
    }, WITHIN);
  }

  receivedCount(name: string): number {
    return this.received.filter(({ command }) => command.name === name).length;
  }
}
