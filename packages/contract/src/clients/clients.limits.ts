export const CLIENT_LIMITS = {
  nameMax: 30,
  selectionMax: 200,
  /** A blocked client is refused for this long, then admitted again, unless it is blocked permanently. */
  blockMaxMinutes: 7 * 24 * 60,
  /**
   * An access point refuses a client for at most this long, and cannot be told to admit it earlier: it is
   * disconnected again when it returns, and an admitted one waits no longer than this.
   */
  banMaxSeconds: 600,
  timelineMax: 500,
  /** Clients are listed for this long after they were last seen. */
  knownDays: 30,
  /** A text that many clients contain is searched in this many of the latest. */
  searchedMax: 5_000,
  /** Longer lists are counted up to here. */
  countedMax: 10_000,
  /** A signal of this or less, in dBm, counts as weak. */
  weakSignal: -75,
} as const;
