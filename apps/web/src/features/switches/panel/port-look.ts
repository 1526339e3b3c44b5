import type { DeviceReport } from '@airloom/contract/devices/report.model';
import type { PortActivity } from '@airloom/contract/ports/ports.model';

export type Port = DeviceReport['ports'][number];

/** How a port is drawn. */
export interface PortLook {
  readonly state: 'up' | 'down' | 'disabled';
  readonly speed: 'slow' | 'gigabit' | 'fast' | null;
  readonly power: 'delivering' | 'fault' | null;
  /** Errors within the last hour, frequent link changes or a suspected loop. */
  readonly warnings: readonly ('errors' | 'flapping' | 'loop')[];
}

const GIGABIT = 1_000;
const FAST = 2_500;

export function speedClass(mbps: number | null): PortLook['speed'] {
  if (mbps === null) return null;
  if (mbps < GIGABIT) return 'slow';
  return mbps < FAST ? 'gigabit' : 'fast';
}

export function lookOf(port: Port, isDisabled: boolean, activity: PortActivity | undefined): PortLook {
  const { power } = port;
  return {
    state: isDisabled ? 'disabled' : port.linked ? 'up' : 'down',
    speed: port.linked && !isDisabled ? speedClass(port.speedMbps) : null,
    power:
      power?.state === 'fault' || power?.state === 'overload'
        ? 'fault'
        : power?.state === 'delivering'
          ? 'delivering'
          : null,
    warnings: [
      ...((activity?.recentErrors ?? 0) > 0 ? (['errors'] as const) : []),
      ...(activity?.isFlapping ? (['flapping'] as const) : []),
      ...((activity?.loop ?? null) === null ? [] : (['loop'] as const)),
    ],
  };
}

/** Short form on the panel: 100M, 1G, 2.5G. */
export function shortSpeed(mbps: number): string {
  return mbps < GIGABIT ? `${mbps}M` : `${mbps / GIGABIT}G`;
}
