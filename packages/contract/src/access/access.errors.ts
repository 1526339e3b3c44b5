import type { ErrorRow } from '../common-errors.ts';

export const ACCESS_ERRORS = {
  grantsMoreThanHeld: { code: 40302, http: 200 },
  roleNameTaken: { code: 40940, http: 200 },
  roleInUse: { code: 40941, http: 200 },
  roleBuiltIn: { code: 40942, http: 200 },
  organizationAndSiteTogether: { code: 40943, http: 200 },
  selectionRequired: { code: 40944, http: 200 },
  organizationNotSelectable: { code: 40945, http: 200 },
  sharesNotSelectable: { code: 40946, http: 200 },
  selfNotAllowed: { code: 40947, http: 200 },
  ownerNotAllowed: { code: 40948, http: 200 },
  invitationEnded: { code: 40949, http: 200 },
  invitationForSomeoneElse: { code: 40950, http: 200 },
  alreadyMember: { code: 40951, http: 200 },
  invitationSentTooOften: { code: 42904, http: 429 },
} as const satisfies Record<string, ErrorRow>;
