import { randomBytes } from 'node:crypto';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { sqlBuilder } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

export interface BuiltDevice {
  readonly id: string;
  readonly serial: string;
}

interface Fields {
  readonly siteId: string | null;
  readonly name?: string;
  readonly kind?: DeviceKind;
  readonly status?: DeviceStatus;
  readonly upgradeStatus?: UpgradeStatus;
  readonly managedBy?: string;
  /** Whether it runs a configuration that was made here. */
  readonly managed?: boolean;
  readonly radios?: number;
  readonly serial?: string;
  readonly sn?: string;
  readonly model?: string;
  readonly version?: string;
  readonly ip?: string;
  readonly position?: string;
  readonly groupId?: string;
}

const SWITCH_PORTS = JSON.stringify([{ name: 'Ethernet0', speedMbps: 1000, fullDuplex: true, poe: null }]);

/** A row of the inventory; whether it is online is only stored, there is no connection. */
export async function buildDevice(
  server: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  fields: Fields,
): Promise<BuiltDevice> {
  const [device] = await buildDevices(server, { tenant }, [fields]);
  if (device === undefined) throw new Error('No device was built');
  return device;
}

export async function buildDevices(
  server: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  devices: readonly Fields[],
): Promise<BuiltDevice[]> {
  const built = devices.map((fields) => ({
    fields,
    id: newId(),
    serial: fields.serial ?? randomBytes(6).toString('hex'),
  }));
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sqlBuilder.insertInto('device').values(
        built.map(({ fields, id, serial }) => ({
          tenant_id: tenant,
          id,
          site_id: fields.siteId,
          managed_by: fields.managedBy ?? null,
          registered_at: fields.managedBy === undefined ? server.platform.now() : null,
          kind: fields.kind ?? 'ap',
          serial,
          sn: fields.sn ?? '',
          model: fields.model ?? '',
          version: fields.version ?? '',
          ip: fields.ip ?? '',
          position: fields.position ?? '',
          group_id: fields.groupId ?? null,
          name: fields.name ?? serial,
          status: fields.status ?? 'offline',
          upgrade_status: fields.upgradeStatus ?? 'none',
          configuration_state: fields.managed === true ? 'applied' : 'unmanaged',
          reported_ports: fields.kind === 'switch' ? SWITCH_PORTS : null,
          abilities:
            fields.managedBy === undefined
              ? JSON.stringify({ radios: Array.from({ length: fields.radios ?? 2 }, () => ({})) })
              : null,
        })),
      ),
    ),
  );
  return built.map(({ id, serial }) => ({ id, serial }));
}
