import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import type { ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';

/** Windows longer than this are never drawn from raw reports. */
const RAW_MAX_MS = STATISTICS_LIMITS.rangesMs.sixHours;

export interface ChartWindow {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  /** Start of the first step; aligned, so that steps do not depend on the time of the request. */
  readonly first: number;
  /** Raw reports, or hourly rollups plus reports of hours that are not rolled up yet. */
  readonly source: 'reports' | 'hours';
}

export interface ChartRequest {
  readonly range?: ChartRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly previous?: boolean | undefined;
}

function endsOf(request: ChartRequest, now: number): readonly [from: number, to: number] {
  const to = request.to === undefined ? now : Date.parse(request.to);
  const from =
    request.range === undefined && request.from !== undefined
      ? Date.parse(request.from)
      : now - STATISTICS_LIMITS.rangesMs[request.range ?? 'day'];
  return request.previous === true ? [2 * from - to, from] : [from, to];
}

export function chartWindow(request: ChartRequest, now: number, reportsKeptMs: number): ChartWindow {
  const [from, to] = endsOf(request, now);
  const length = to - from;
  const source = length <= RAW_MAX_MS && from >= now - reportsKeptMs ? 'reports' : 'hours';
  const stepMs = source === 'reports' ? reportStep(length) : hourStep(length);
  return { from, to, stepMs, first: Math.floor(from / stepMs) * stepMs, source };
}

function reportStep(length: number): number {
  return length <= HOUR ? 2 * MINUTE : 5 * MINUTE;
}

function hourStep(length: number): number {
  if (length <= 7 * DAY) return HOUR;
  return length <= 14 * DAY ? 3 * HOUR : 6 * HOUR;
}
