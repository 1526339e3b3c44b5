/** One row per way a call can fail: the envelope's code, and the HTTP status for infrastructure. */
export interface ErrorRow {
  readonly code: number;
  readonly http: number;
}

/** Errors of no single domain; those of a domain are in its `<domain>.errors.ts`. */
export const COMMON_ERRORS = {
  // the account itself
  accountError: { code: 909, http: 200 },

  // session
  tokenTimeout: { code: 40100, http: 401 },
  accessDataDeleted: { code: 40101, http: 401 },

  // permission
  permissionDenied: { code: 40300, http: 403 },
  clientHeaderMissing: { code: 40301, http: 403 },
  demoReadOnly: { code: 40303, http: 200 },

  // not found
  notFound: { code: 40400, http: 404 },
  unknownCall: { code: 40401, http: 404 },
  methodNotAllowed: { code: 40500, http: 405 },

  // files
  fileTypeRefused: { code: 40960, http: 200 },

  // input
  invalidInput: { code: 42200, http: 200 },
  malformedRequest: { code: 42201, http: 400 },
  unsupportedMediaType: { code: 42202, http: 415 },
  repeatKeyInvalid: { code: 42205, http: 400 },
  repeatKeyReused: { code: 42206, http: 200 },
  payloadTooLarge: { code: 42203, http: 413 },
  rangeNotSatisfiable: { code: 42204, http: 416 },

  // conflicts
  undoOutdated: { code: 40961, http: 200 },

  // limits
  tooManyAttempts: { code: 42900, http: 429 },
  tooManyRequests: { code: 42901, http: 429 },
  codeSentTooOften: { code: 42902, http: 429 },
  limitReached: { code: 42903, http: 200 },
  tooManyCalls: { code: 42906, http: 429 },
  quotaReached: { code: 42907, http: 200 },

  // internal errors
  systemError: { code: 50000, http: 500 },
  databaseBusy: { code: 50300, http: 503 },
  repeatInterrupted: { code: 50301, http: 200 },
  readTimedOut: { code: 50400, http: 504 },
} as const satisfies Record<string, ErrorRow>;
