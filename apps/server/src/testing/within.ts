/** How long tests wait for a condition. Generous: a passing test never waits that long, and a busy machine is slow. */
export const WITHIN = { timeout: 240_000, interval: 25 } as const;
