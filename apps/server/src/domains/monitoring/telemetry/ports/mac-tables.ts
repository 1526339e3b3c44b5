import { createHash } from 'node:crypto';
import type { LearnedAddresses } from '@airloom/device-protocol/model';
import { storableText } from '@airloom/device-protocol/storable-text';
import { newestOfEach } from '../ingest/batch.repository.ts';
import type { Participant } from '../ingest/ingest.ts';
import { isTimed } from '../ingest/report-bounds.ts';
import { latestAt } from '../ingest/report-time.ts';
import { noteDigests, type ReportedTable, writePorts } from './mac-tables.repository.ts';

/** Addresses by port in a fixed order, so that the same table is the same text: `[[vlan, [address]]]`. */
export function portsOf(table: readonly LearnedAddresses[]): Map<string, string> {
  const byPort = Map.groupBy(table, ({ port }) => storableText(port));
  return new Map(
    [...byPort]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([port, learned]) => [
        port,
        JSON.stringify(
          learned
            .toSorted((one, other) => (one.vlan ?? 0) - (other.vlan ?? 0))
            .map(({ vlan, macs }) => [vlan, macs.toSorted()]),
        ),
      ]),
  );
}

/** Stores the forwarding tables of switches: of a table that changed, the ports that differ. */
export function storeMacTables(now: () => Date): Participant {
  return async (tx, items) => {
    const reports = items.filter(isTimed).filter(({ device }) => device.kind === 'switch');
    const tables = newestOfEach(reports, ({ at }) => at).map(({ device, at, report }): ReportedTable => {
      const ports = portsOf(report.macTable);
      const digest = createHash('sha256')
        .update(JSON.stringify([...ports]))
        .digest('hex');
      return { device, at, digest, ports };
    });
    if (tables.length > 0) {
      const changed = await noteDigests(tx, tables, latestAt(now().getTime()));
      if (changed.size > 0)
        await writePorts(
          tx,
          tables.filter(({ device }) => changed.has(device.deviceId)),
        );
    }
    return () => undefined;
  };
}
