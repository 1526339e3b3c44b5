import type { DeviceEvent, Inbound, Report } from '../model.ts';
import { readFrame } from '../read-frame.ts';
import { methodFrame } from './frames.ts';

export function reportsOf(inbound: Inbound): readonly Report[] {
  if (inbound.kind !== 'reports') throw new Error(`no reports but ${JSON.stringify(inbound)}`);
  return inbound.reports;
}

export function reportIn(method: string, params: unknown): Report {
  const [report] = reportsOf(readFrame(methodFrame(method, params)));
  if (report === undefined) throw new Error('no report');
  return report;
}

export function eventsOf(inbound: Inbound): readonly DeviceEvent[] {
  if (inbound.kind !== 'events') throw new Error(`no events but ${JSON.stringify(inbound)}`);
  return inbound.events;
}
