import type { Throttle, ThrottlePolicy } from '../../../../platform/throttle/throttle.ts';

export const THROTTLE_POLICIES = {
  /** Sign-ins under one name, by unknown browsers; each known browser has its own count. */
  account: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  /** An office may share an address: successful attempts are not counted. */
  address: { free: 30, delayMaxSeconds: 900, forgetSeconds: 120 },
  /** For people who know the password. */
  secondFactor: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  /** For signed-in people who verify themselves again. */
  ownPassword: { free: 4, delayMaxSeconds: 900, forgetSeconds: 900 },
  codesToTarget: { free: 5, delayMaxSeconds: 3600, forgetSeconds: 720 },
  codesFromAddress: { free: 30, delayMaxSeconds: 3600, forgetSeconds: 120 },
  lookups: { free: 60, delayMaxSeconds: 900, forgetSeconds: 30 },
  registrations: { free: 20, delayMaxSeconds: 3600, forgetSeconds: 180 },
} as const satisfies Record<string, ThrottlePolicy>;

export type SignInThrottle = Throttle<keyof typeof THROTTLE_POLICIES>;
