import type { Envelope, FailureData } from '@airloom/contract/envelope';
import { ERRORS, OK } from '@airloom/contract/errors';
import type { Language } from '@airloom/contract/languages';
import type { Failure } from '../failure.ts';
import { translate } from '../text/text.ts';

/** The only writer of `{code, msg, data}`. */
export function success(data: unknown, code: number = OK): Envelope {
  return { code, msg: '', data: data ?? null };
}

export interface FailedAnswer {
  readonly status: number;
  readonly body: Envelope<FailureData>;
}

export function failure(error: Failure, requestId: string, language: Language): FailedAnswer {
  const row = ERRORS[error.key];
  return {
    status: row.http,
    body: {
      code: row.code,
      msg: translate(language, `errors.${error.key}`, error.values),
      data: { requestId, ...error.data },
    },
  };
}
