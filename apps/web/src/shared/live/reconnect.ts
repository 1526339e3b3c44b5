import type { Backoff } from '@airloom/contract/backoff';

/** Jitter keeps a thousand browsers from coming back in the same second. */
export const RECONNECT: Backoff = { firstMs: 1_000, maxMs: 30_000, jitter: 0.5 };
