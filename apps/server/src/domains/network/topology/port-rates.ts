import { MINUTE, SECOND } from '@airloom/contract/time';
import type { PortSample } from '@airloom/device-protocol/model';
import type { ReportedPort } from './reported-links.ts';

/** A shorter time is too inaccurate; a longer one does not describe the current traffic. */
const INTERVAL_MS = { min: SECOND, max: 15 * MINUTE } as const;
const BITS_PER_BYTE = 8;

type PortBytes = Readonly<Record<string, readonly [received: number, sent: number]>>;

/** Ports with their traffic since the report before the newest; unknown when a counter was reset in between. */
export function withRates(
  ports: readonly PortSample[],
  at: Date,
  earlierAt: Date | null,
  earlierPortBytes: string | null,
): readonly ReportedPort[] {
  const elapsedMs = earlierAt === null ? 0 : at.getTime() - earlierAt.getTime();
  const isUsable = elapsedMs >= INTERVAL_MS.min && elapsedMs <= INTERVAL_MS.max;
  const earlier: PortBytes = isUsable && earlierPortBytes !== null ? JSON.parse(earlierPortBytes) : {};
  const rate = (now: number, before: number | undefined): number | null =>
    before === undefined || now < before ? null : Math.round(((now - before) * BITS_PER_BYTE) / elapsedMs);
  return ports.map((port) => {
    const before = Object.hasOwn(earlier, port.name) ? earlier[port.name] : undefined;
    return {
      ...port,
      rxKbps: rate(port.traffic.rxBytes, before?.[0]),
      txKbps: rate(port.traffic.txBytes, before?.[1]),
    };
  });
}
