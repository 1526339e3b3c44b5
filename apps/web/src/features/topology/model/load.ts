import type { LinkState } from '@airloom/contract/topology/topology.model';

/** Traffic of all links between two devices. */
export interface Load {
  /** Towards the child and towards the parent; null: unknown. */
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** Share of the speed that the busier direction uses, from 0 to 1; null: unknown. */
  readonly share: number | null;
}

type Measured = Pick<LinkState, 'downKbps' | 'upKbps' | 'speedMbps' | 'isUp'>;

const KILO = 1_000;

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export function loadOf(links: readonly Measured[]): Load {
  const active = links.filter(({ isUp }) => isUp !== false);
  const downKbps = sumOf(active.map((link) => link.downKbps));
  const upKbps = sumOf(active.map((link) => link.upKbps));
  const measured = active.filter((link) => link.downKbps !== null || link.upKbps !== null);
  const speed = sumOf(measured.map(({ speedMbps }) => speedMbps));
  const busier = busierOf({ downKbps, upKbps });
  const share = busier === null || speed === null || speed <= 0 ? null : busier / (speed * KILO);
  return { downKbps, upKbps, share: share === null ? null : Math.min(1, share) };
}

/** Traffic of the busier direction; null: unknown. */
export function busierOf({ downKbps, upKbps }: Pick<Load, 'downKbps' | 'upKbps'>): number | null {
  return downKbps === null && upKbps === null ? null : Math.max(downKbps ?? 0, upKbps ?? 0);
}

/** Traffic from which a line is drawn wider, in kbit/s. */
export const TRAFFIC_STEPS_KBPS = [1_000, 10_000, 100_000, 1_000_000] as const;
/** Shares of the speed from which a line has another colour. */
export const SHARE_STEPS = [0.3, 0.7] as const;

/** 0 below the first step. */
export function stepOf(steps: readonly number[], value: number): number {
  return steps.filter((step) => value >= step).length;
}
