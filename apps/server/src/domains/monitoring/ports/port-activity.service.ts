import type { PortActivity } from '@airloom/contract/ports/ports.model';
import { HOUR } from '@airloom/contract/time';
import { byIndex } from '../../../platform/database/by-index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { withRates } from '../../network/topology/index.ts';
import { readLastReport, readMacTable } from './last-report.repository.ts';
import { activitiesOf } from './port-activity.ts';
import { readLinkChanges, readLoopReports } from './port-events.repository.ts';
import { readSampleSince } from './port-samples.repository.ts';

const EVENTS_MS = HOUR;

export function listPortActivity(
  { database, now }: Platform,
  scope: Scope,
  deviceId: string,
): Promise<{ at: string | null; ports: PortActivity[] }> {
  const since = new Date(now().getTime() - EVENTS_MS);
  return database.withTenant(scope, async (tx) => {
    const { last } = await readLastReport(tx, scope, deviceId);
    if (last === null) return { at: null, ports: [] };
    await byIndex(tx);
    const [macTable, changes, loops, sample] = await Promise.all([
      readMacTable(tx, scope, deviceId),
      readLinkChanges(tx, scope, deviceId, since),
      readLoopReports(tx, scope, deviceId, since),
      readSampleSince(tx, scope, deviceId, since),
    ]);
    const { ports = [] } = last.report;
    const rated = withRates(ports, last.at, last.earlierAt, last.earlierPortBytes);
    return { at: last.at.toISOString(), ports: activitiesOf(rated, macTable, { changes, loops, sample }) };
  });
}
