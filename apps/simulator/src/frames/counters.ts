import type { Totals } from '../simulation/node.ts';

/** Counter names of access points and switches. */
const ERROR_NAMES = { ap: ['rx_errors', 'tx_errors'], switch: ['rx_error', 'tx_error'] } as const;

/** `sends`: the direction that this interface transmits. */
export function countersOf(
  totals: Totals,
  dialect: 'ap' | 'switch',
  sends: 'down' | 'up',
  bytesPerError = Number.POSITIVE_INFINITY,
): object {
  const sent = totals[sends];
  const received = totals[sends === 'down' ? 'up' : 'down'];
  const [rxErrors, txErrors] = ERROR_NAMES[dialect];
  return {
    rx_bytes: received,
    tx_bytes: sent,
    rx_packets: Math.ceil(received / 780),
    tx_packets: Math.ceil(sent / 780),
    [rxErrors]: Math.floor(received / bytesPerError),
    [txErrors]: 0,
    rx_dropped: 0,
    tx_dropped: 0,
    multicast: 0,
    collisions: 0,
  };
}
