import type { PortActivity } from '@airloom/contract/ports/ports.model';
import type { Port } from '../panel/port-look.ts';

function bytes({ traffic }: Port): number {
  return traffic.rxBytes + traffic.txBytes;
}

/** Ports with the most traffic now; without current figures, since the start of the device. */
export function busiestPorts(
  ports: readonly Port[],
  activities: readonly PortActivity[],
  atMost: number,
): string[] {
  const rates = new Map(activities.map(({ name, rxKbps, txKbps }) => [name, (rxKbps ?? 0) + (txKbps ?? 0)]));
  return ports
    .toSorted(
      (one, other) => (rates.get(other.name) ?? 0) - (rates.get(one.name) ?? 0) || bytes(other) - bytes(one),
    )
    .slice(0, atMost)
    .map(({ name }) => name);
}
