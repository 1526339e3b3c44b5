import { openDatabase } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { createMetrics } from '../../../../platform/metrics.ts';
import { Ingest } from '../../telemetry/index.ts';
import { SessionBuilder } from '../sessions/session-builder.ts';
import { DEVICES, REPORTS, reportAt } from './crash-reports.ts';

/** Ingests the reports that each device has not had acknowledged and prints what is stored. The test kills it. */
const {
  url,
  tenant,
  siteId,
  start,
  devices,
}: {
  url: string;
  tenant: string;
  siteId: string;
  start: number;
  /** Devices and the first report of each. */
  devices: { id: string; from: number }[];
} = JSON.parse(process.argv[2] ?? '');

const database = openDatabase({ connectionString: url, max: 4, onError: () => undefined });
const platform = { database, log: createLog('error'), metrics: createMetrics(), now: () => new Date() };
const ingest = new Ingest(platform);
ingest.join(new SessionBuilder(platform).take);
ingest.onStored((items) => {
  const stored = items.flatMap((item) =>
    item.what === 'report' ? [`${item.device.deviceId} ${item.report.sequence}`] : [],
  );
  process.stdout.write(`${stored.join('\n')}\n`);
});
for (let sequence = 0; sequence < REPORTS; sequence += 1) {
  for (let index = 0; index < DEVICES; index += 1) {
    const device = devices[index];
    if (device === undefined || sequence < device.from) continue;
    const own = { tenant, deviceId: device.id, siteId, kind: 'ap', connectionId: device.id } as const;
    ingest.add(own, reportAt(index, sequence, start), Date.now());
  }
  if (sequence % 5 === 0) await ingest.flush();
}
await ingest.flush();
process.stdout.write('done\n');
await ingest.stop();
await database.end();
