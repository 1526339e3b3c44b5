import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { switchPortsOf } from '../devices/index.ts';

/** Long enough for a powered device to shut down. */
const OFF_MS = 5_000;

export interface CycledPorts {
  /** Parameters of the command; null where none of the ports supplies power. */
  readonly params: { readonly ports: readonly { readonly name: string; readonly offMs: number }[] } | null;
  readonly optical: readonly string[];
}

/** By device: which of the named ports are power cycled. Optical ports are left out, and so are those without power. */
export async function cycledPorts(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  names: readonly string[],
): Promise<ReadonlyMap<string, CycledPorts>> {
  const rows = await tx.all(sql<{ id: string; reported_ports: unknown }>`
    select id, reported_ports from device where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[])`);
  return new Map(
    rows.map((row) => {
      const ports = switchPortsOf(row).filter(({ name }) => names.includes(name));
      const powered = ports.filter(({ optical, poe }) => optical !== true && poe !== null);
      return [
        row.id,
        {
          params:
            powered.length === 0 ? null : { ports: powered.map(({ name }) => ({ name, offMs: OFF_MS })) },
          optical: ports.filter(({ optical }) => optical === true).map(({ name }) => name),
        },
      ];
    }),
  );
}
