/** The simulator imports only this package. */
export { type Backoff, backoffMs } from '@airloom/contract/backoff';

/** The longest pause between two attempts of a device to connect. */
export const RECONNECT_MAX_MS = 60_000;
/** A device gives up an attempt after this time. */
export const CONNECT_TIMEOUT_MS = 30_000;
