/** What was sent to a client, by the counters of its connection, and of that what had to be sent again. */
export interface PacketCounters {
  readonly packets: number;
  readonly retries: number;
}

/** So few packets say nothing of how many had to be sent again. */
const PACKETS_LEAST = 50;

/** Counters only grow; where one shrank both began anew. */
export function countersSince(last: PacketCounters | undefined, now: PacketCounters): PacketCounters {
  if (last === undefined || now.packets < last.packets || now.retries < last.retries) return now;
  return { packets: now.packets - last.packets, retries: now.retries - last.retries };
}

export function retryPercentOf({ packets, retries }: PacketCounters): number | null {
  return packets < PACKETS_LEAST ? null : Math.min(100, Math.round((100 * retries) / packets));
}
