import type { PortTraffic } from '@airloom/contract/ports/ports.model';
import { byIndex } from '../../../platform/database/by-index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { ChartRequest } from '../telemetry/index.ts';
import { readLastReport } from './last-report.repository.ts';
import { readPortSamples } from './port-samples.repository.ts';
import { type PortCounters, stepsOf, trafficWindow } from './port-traffic.ts';

export function portTraffic(
  { database, now }: Platform,
  scope: Scope,
  { deviceUUID, port, ...request }: ChartRequest & { readonly deviceUUID: string; readonly port: string },
): Promise<PortTraffic> {
  const window = trafficWindow(request, now().getTime());
  return database.withTenant(scope, async (tx) => {
    const { last } = await readLastReport(tx, scope, deviceUUID);
    await byIndex(tx);
    const samples = await readPortSamples(tx, scope, deviceUUID, port, window);
    const newest = last?.report.ports?.find(({ name }) => name === port);
    const isLater = last !== null && last.at.getTime() > (samples.at(-1)?.at ?? 0);
    const end: readonly PortCounters[] =
      newest !== undefined && isLater
        ? [
            {
              at: last.at.getTime(),
              counters: [
                newest.traffic.rxBytes,
                newest.traffic.txBytes,
                newest.rxErrors ?? 0,
                newest.txErrors ?? 0,
              ],
            },
          ]
        : [];
    return {
      from: new Date(window.from).toISOString(),
      to: new Date(window.to).toISOString(),
      stepSeconds: window.stepMs / 1000,
      firstAt: new Date(window.first).toISOString(),
      ...stepsOf(window, [...samples, ...end]),
    };
  });
}
