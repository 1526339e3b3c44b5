import type { CommandInput } from '@airloom/contract/commands/commands.rules';
import { possibleUplinks } from '@airloom/contract/switches/uplink';
import type { SwitchPort } from '@airloom/device-protocol/configuration/base-settings';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { switchPortsOf } from '../devices/index.ts';

/** Long enough for a powered device to shut down. */
const OFF_MS = 5_000;

type PortCommand = Extract<CommandInput, { ports: unknown }>;

export interface CommandedPorts {
  /** Parameters of the command; null where none of the ports supports it. */
  readonly params: object | null;
  readonly optical: readonly string[];
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly reported_ports: unknown;
  readonly report: string | null;
}

/**
 * By device: parameters of a command for ports. Optical ports are left out, and from a power cycle those without power.
 * @throws {Failure} when an uplink is among them that nobody confirmed
 */
export async function commandedPorts(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  command: PortCommand,
): Promise<ReadonlyMap<string, CommandedPorts>> {
  const rows = await tx.all(sql<Row>`
    select device.id, device.name, device.reported_ports, last.report from device
    left join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    where device.tenant_id = ${tenant} and device.id = any(${deviceIds}::uuid[])`);
  return new Map(
    rows.map((row) => {
      const ports = switchPortsOf(row).filter(({ name }) => command.ports.includes(name));
      const used = ports.filter((port) => isUsable(port, command.name)).map(({ name }) => name);
      requireConfirmed(row, used, command);
      const optical = ports.filter((port) => port.optical === true).map(({ name }) => name);
      return [row.id, { params: used.length === 0 ? null : paramsOf(command.name, used), optical }];
    }),
  );
}

function isUsable({ optical, poe }: SwitchPort, command: PortCommand['name']): boolean {
  return optical !== true && (command === 'cableTest' || poe !== null);
}

function paramsOf(command: PortCommand['name'], ports: readonly string[]): object {
  return { ports: command === 'cableTest' ? ports : ports.map((name) => ({ name, offMs: OFF_MS })) };
}

function requireConfirmed(row: Row, used: readonly string[], { confirmedUplinks }: PortCommand): void {
  const cut = uplinksOf(row).filter((port) => used.includes(port) && !confirmedUplinks.includes(port));
  if (cut.length > 0) throw new Failure('uplinkNotConfirmed', { names: row.name, ports: cut.join(', ') });
}

/** Without a report, every port that is not known to be no uplink. */
function uplinksOf(row: Row): string[] {
  if (row.report === null)
    return switchPortsOf(row)
      .filter(({ uplink }) => uplink !== false)
      .map(({ name }) => name);
  const { ports = [] }: { readonly ports?: Parameters<typeof possibleUplinks>[0] } = JSON.parse(row.report);
  return possibleUplinks(ports);
}
