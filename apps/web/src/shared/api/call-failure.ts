import type { ErrorRow } from '@airloom/contract/common-errors';
import type { FailureData } from '@airloom/contract/envelope';

export type Fields = NonNullable<FailureData['fields']>;

/** A server in trouble may leave any of it out. */
export type FailureDetails = { [K in keyof FailureData]?: FailureData[K] | undefined };

/** Why a call failed; `refused` means the server rejected it. */
export type FailureKind = 'refused' | 'timeout' | 'network' | 'malformed';

export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly code: number | undefined;
  readonly data: FailureDetails;
  /** Of a call that changes something and got no answer: whether it may have been executed. */
  readonly outcome: 'unsent' | 'unknown' | undefined;
  /** Whether it was shown, by a toast, a dialog or under the fields of a form. */
  shown = false;

  constructor(
    kind: FailureKind,
    options: {
      code?: number;
      message?: string;
      data?: FailureDetails;
      outcome?: 'unsent' | 'unknown';
    } = {},
  ) {
    super(options.message ?? kind);
    this.name = 'CallFailure';
    this.kind = kind;
    this.code = options.code;
    this.data = options.data ?? {};
    this.outcome = options.outcome;
  }

  is(error: ErrorRow): boolean {
    return this.code === error.code;
  }
}
