import { DAY } from '@airloom/contract/time';

export const SECURITY_LIMITS = {
  /** A network and a kind of browser that a person did not sign in with for this long are new again. */
  placeKnownMs: 90 * DAY,
  placesMax: 50,
  /** The newest events of each person are kept. */
  eventsMax: 50,
  /** Sign-ins from new places beyond this many in a day are listed, and not mailed. */
  newPlaceMailsPerDay: 10,
} as const;
