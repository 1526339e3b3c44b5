import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { PortProfile, SwitchPorts } from '@airloom/contract/switches/port.rules';
import { sql } from 'kysely';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { portOf, reportOf } from '../../../monitoring/telemetry/testing/reports.ts';
import type { ChangeStage } from './change-stage.ts';

export const MODEL = 'SW-1200';

/** Ethernet0 is the uplink; Ethernet1 to Ethernet3 supply power; SFP1 is optical. */
const PORTS = ['Ethernet0', 'Ethernet1', 'Ethernet2', 'Ethernet3', 'SFP1'];

const suppliesPower = (port: string) => ['Ethernet1', 'Ethernet2', 'Ethernet3'].includes(port);

interface SwitchFields {
  readonly name?: string;
  readonly siteId?: string;
  /** Whether its reports name the uplink. */
  readonly namesUplink?: boolean;
}

/** A managed switch that has reported. */
export async function buildSwitch(
  stage: ChangeStage,
  { name = 'Rack', siteId = stage.harbour, namesUplink = true }: SwitchFields = {},
): Promise<string> {
  const { server, owner } = stage;
  const { id } = await buildDevice(server, owner, {
    siteId,
    name,
    kind: 'switch',
    managed: true,
    model: MODEL,
  });
  const stored = PORTS.map((port) => ({
    name: port,
    speedMbps: 1000,
    fullDuplex: true,
    poe: suppliesPower(port) ? true : null,
    enabled: true,
    negotiated: true,
    optical: port === 'SFP1',
    uplink: namesUplink ? port === 'Ethernet0' : port === 'Ethernet3' ? false : null,
  }));
  const report = reportOf({
    ports: PORTS.map((port) =>
      portOf(port, {
        linked: port !== 'Ethernet3',
        uplink: namesUplink && port === 'Ethernet0',
        optical: port === 'SFP1',
        power: suppliesPower(port)
          ? { state: port === 'Ethernet3' ? 'searching' : 'delivering', watts: 4 }
          : null,
      }),
    ),
  });
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sql`update device set reported_ports = ${JSON.stringify(stored)}::jsonb where id = ${id}`);
    await tx.run(sql`
      insert into device_last_report (tenant_id, device_id, ts, report)
      values (${owner.tenant}, ${id}, ${server.platform.now()}, ${JSON.stringify(report)})`);
  });
  return id;
}

type Of<Kind extends SettingEdit['kind']> = NonNullable<Extract<SettingEdit, { kind: Kind }>['value']>;

const fresh = { settingUUID: null, baseVersion: null };

export function portsEdit(deviceId: string, ports: SwitchPorts['ports']): SettingEdit {
  return { kind: 'switchPorts', ...fresh, place: { level: 'device', uuid: deviceId }, value: { ports } };
}

export function vlansEdit(deviceId: string, ...ids: number[]): SettingEdit {
  const vlans: Of<'switchVlans'>['vlans'] = ids.map((id) => ({ id, name: `Net ${id}` }));
  return { kind: 'switchVlans', ...fresh, place: { level: 'device', uuid: deviceId }, value: { vlans } };
}

export function profileEdit(
  place: SettingEdit['place'],
  value: Partial<PortProfile> & { readonly name: string },
): SettingEdit {
  return { kind: 'portProfile', ...fresh, place, value: { models: [], ...value } };
}
