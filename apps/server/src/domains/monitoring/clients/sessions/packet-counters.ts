/** Packets sent to a client and how many of them were retries, by the counters of its connection. */
export interface PacketCounters {
  readonly packets: number;
  readonly retries: number;
}

/** Below this many packets the retry share is not meaningful. */
const PACKETS_LEAST = 50;

/** Counters only grow; a smaller value means that both restarted. */
export function countersSince(last: PacketCounters | undefined, now: PacketCounters): PacketCounters {
  if (last === undefined || now.packets < last.packets || now.retries < last.retries) return now;
  return { packets: now.packets - last.packets, retries: now.retries - last.retries };
}

export function retryPercentOf({ packets, retries }: PacketCounters): number | null {
  return packets < PACKETS_LEAST ? null : Math.min(100, Math.round((100 * retries) / packets));
}
