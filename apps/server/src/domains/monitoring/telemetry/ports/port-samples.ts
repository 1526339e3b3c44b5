import { PORT_LIMITS } from '@airloom/contract/ports/ports.limits';
import { HOUR, MINUTE } from '@airloom/contract/time';
import type { PortSample } from '@airloom/device-protocol/model';
import { newestOfEach } from '../ingest/batch.repository.ts';
import type { Participant } from '../ingest/ingest.ts';
import { plainJson } from '../ingest/plain-json.ts';
import type { TimedReport } from '../ingest/received-items.ts';
import { isTimed } from '../ingest/report-bounds.ts';
import { insertPortSamples } from './port-samples.repository.ts';

const SLOT_MS = PORT_LIMITS.sampleMinutes * MINUTE;

export function slotOf(at: number): number {
  return at - (at % SLOT_MS);
}

/** Slots from `from` to before `until` that are not at a full hour. */
export function slotsBetweenHours(from: Date, until: Date): Date[] {
  const slots: Date[] = [];
  for (let slot = slotOf(from.getTime()); slot < until.getTime(); slot += SLOT_MS)
    if (slot % HOUR !== 0) slots.push(new Date(slot));
  return slots;
}

export function countersOf(ports: readonly PortSample[]): string {
  const used = ports.flatMap(({ name, traffic, rxErrors, txErrors }) => {
    const counters = [traffic.rxBytes, traffic.txBytes, rxErrors ?? 0, txErrors ?? 0];
    return counters.some((counter) => counter > 0) ? [[name, counters] as const] : [];
  });
  return plainJson(Object.fromEntries(used));
}

/** Stores the first report of a switch in every slot. Others of the slot change nothing, whatever their order. */
export function samplePorts(): Participant {
  /** The newest stored slot of each switch, so that most reports cause no statement. */
  const stored = new Map<string, number>();
  return async (tx, items) => {
    const due = new Map<string, TimedReport>();
    for (const item of items) {
      if (!isTimed(item) || item.device.kind !== 'switch' || item.report.ports.length === 0) continue;
      const slot = slotOf(item.at);
      if (stored.get(item.device.deviceId) === slot) continue;
      const key = `${item.device.deviceId} ${slot}`;
      const known = due.get(key);
      if (known === undefined || item.at < known.at) due.set(key, item);
    }
    const samples = [...due.values()];
    if (samples.length > 0) {
      await insertPortSamples(
        tx,
        samples.map(({ device, at, report }) => ({
          device,
          at,
          slot: slotOf(at),
          counters: countersOf(report.ports),
        })),
      );
    }
    return () => {
      for (const { device, at } of newestOfEach(samples, (sample) => sample.at)) {
        stored.set(device.deviceId, Math.max(slotOf(at), stored.get(device.deviceId) ?? 0));
      }
    };
  };
}
