import { type CablePair, type CableTest, measuredCables } from '@airloom/contract/commands/cable-test.model';
import type { CommandReason } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';

const tested = z.object({ ports: z.array(z.string()) });

interface EndedTest {
  readonly device_id: string;
  readonly site_id: string | null;
  readonly params: unknown;
  readonly ended_at: Date;
  readonly output: string;
}

/** Stores the results of ended cable tests; the last one of each port stays. */
export async function storeCableTests(
  tx: Transaction,
  tenant: string,
  commandIds: readonly string[],
): Promise<void> {
  const ended = await tx.all(sql<EndedTest>`
    select command.device_id, command.site_id, command.params, command.ended_at, command.output from command
    join device on device.tenant_id = command.tenant_id and device.id = command.device_id
    where command.tenant_id = ${tenant} and command.id = any(${commandIds}::uuid[])
      and command.command = 'cableTest' and command.state = 'success' and command.output is not null
    order by command.ended_at`);
  const newest = new Map(
    ended.flatMap((test) => {
      const { ports } = tested.parse(test.params);
      return measuredCables
        .parse(JSON.parse(test.output))
        .filter(({ port }) => ports.includes(port))
        .map((cable) => [`${test.device_id} ${cable.port}`, { ...test, ...cable }] as const);
    }),
  );
  const rows = [...newest.values()];
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into cable_test (tenant_id, device_id, port, site_id, at, pairs)
    select ${tenant}::uuid, given.* from unnest(
      ${rows.map((row) => row.device_id)}::uuid[], ${rows.map((row) => row.port)}::text[],
      ${rows.map((row) => row.site_id)}::uuid[], ${rows.map((row) => row.ended_at)}::timestamptz[],
      ${rows.map((row) => JSON.stringify(row.pairs))}::jsonb[]
    ) as given (device_id, port, site_id, at, pairs)
    on conflict (tenant_id, device_id, port) do update
      set site_id = excluded.site_id, at = excluded.at, pairs = excluded.pairs
      where cable_test.at <= excluded.at`);
}

interface ResultRow {
  readonly port: string;
  readonly at: Date;
  readonly pairs: CablePair[];
}

interface NewestRow {
  readonly port: string;
  readonly created_at: Date;
  readonly state: CommandState;
  readonly reason: CommandReason | null;
  readonly text: string;
}

/** Tests that were made where the device is now: its earlier cables are others. @throws {Failure} */
export async function listCableTests(tx: Transaction, scope: Asker, deviceId: string): Promise<CableTest[]> {
  const device = await tx.first(
    visibleDevices(scope).select(['device.id', 'device.site_id']).where('device.id', '=', deviceId),
  );
  if (device === undefined) throw new Failure('notFound');
  const [results, newest] = await Promise.all([
    tx.all(sql<ResultRow>`
      select port, at, pairs from cable_test
      where tenant_id = ${scope.tenant} and device_id = ${deviceId}
        and site_id is not distinct from ${device.site_id}::uuid`),
    tx.all(sql<NewestRow>`
      select distinct on (port.name) port.name as port, created_at, state, reason, text
      from command cross join jsonb_array_elements_text(command.params -> 'ports') as port (name)
      where tenant_id = ${scope.tenant} and device_id = ${deviceId} and command = 'cableTest'
        and site_id is not distinct from ${device.site_id}::uuid
      order by port.name, created_at desc, id desc`),
  ]);
  const ports = [...new Set([...results, ...newest].map(({ port }) => port))];
  return ports
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((port) => {
      const result = results.find((row) => row.port === port);
      const last = newest.find((row) => row.port === port);
      return {
        port,
        result: result === undefined ? null : { at: result.at.toISOString(), pairs: result.pairs },
        newest:
          last === undefined
            ? null
            : { at: last.created_at.toISOString(), state: last.state, reason: last.reason, text: last.text },
      };
    });
}
