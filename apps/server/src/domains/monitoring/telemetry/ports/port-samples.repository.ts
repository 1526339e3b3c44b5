import { sql } from 'kysely';
import { arrayLiteral, joinTexts } from '../../../../platform/database/array-literal.ts';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { ReportingDevice } from '../ingest/received-items.ts';

interface NewSample {
  readonly device: Pick<ReportingDevice, 'tenant' | 'deviceId'>;
  readonly slot: number;
  readonly at: number;
  readonly counters: string;
}

export async function insertPortSamples(tx: Transaction, samples: readonly NewSample[]): Promise<void> {
  await tx.run(sql`
    insert into port_sample (tenant_id, device_id, slot, ts, counters)
    select tenant_id, device_id, to_timestamp(slot / 1000.0), to_timestamp(at / 1000.0), counters
    from unnest(${arrayLiteral(samples.map(({ device }) => device.tenant))}::uuid[],
                ${arrayLiteral(samples.map(({ device }) => device.deviceId))}::uuid[],
                ${arrayLiteral(samples.map(({ slot }) => slot))}::bigint[],
                ${arrayLiteral(samples.map(({ at }) => at))}::bigint[],
                string_to_array(${joinTexts(samples.map(({ counters }) => counters))}, chr(30)))
      as given (tenant_id, device_id, slot, at, counters)
    on conflict (tenant_id, device_id, slot) do nothing`);
}

/** Deletes some samples before `until`; returns how many. */
export function trimPortSamples(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from port_sample where ctid = any(array(
      select ctid from port_sample where slot < ${until} order by slot limit ${atMost}))`);
}

/** Deletes some samples of these slots; returns how many. Each slot is looked up by itself: together they are scanned. */
export async function trimSlotSamples(
  tx: Transaction,
  slots: readonly Date[],
  atMost: number,
): Promise<number> {
  await byIndex(tx);
  return tx.run(sql`
    delete from port_sample where ctid = any(array(
      select due.ctid from unnest(${slots}::timestamptz[]) as given (slot)
      cross join lateral (
        select ctid from port_sample where port_sample.slot = given.slot limit ${atMost}
      ) as due
      limit ${atMost}))`);
}
