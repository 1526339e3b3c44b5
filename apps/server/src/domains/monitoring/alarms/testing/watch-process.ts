import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import { openDatabase } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import { createMetrics } from '../../../../platform/metrics.ts';
import { Ingest } from '../../telemetry/index.ts';
import { watchReports } from '../evaluation/watch-reports.ts';
import { DEVICES, REPORTS, reportAt } from './crash-scenario.ts';

/** Ingests reports after the last acknowledged one of each device and prints what is stored. Killed meanwhile. */
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
  /** First report of each device. */
  devices: { id: string; from: number }[];
} = JSON.parse(process.argv[2] ?? '');

const log = createLog('error');
const database = openDatabase({ connectionString: url, max: 4, onError: () => undefined });
const platform = {
  database,
  log,
  metrics: createMetrics(),
  now: () => new Date(),
  monotonic: () => performance.now(),
  wakeOutbox: () => undefined,
};
const ingest = new Ingest(platform);
watchReports(platform, new InProcessBus(log), ingest);
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
  if (sequence % 4 === 0) await ingest.flush();
}
await ingest.flush();
process.stdout.write('done\n');
await ingest.stop();
await database.end();
