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

/** The quota and the advice are separate texts. */
function quotaTexts({ key, values: { quota, advice } }: Failure, language: Language) {
  if (key !== 'quotaReached') return {};
  return {
    quota: translate(language, `usage.name.${quota}`),
    advice: translate(language, `usage.advice.${advice}`),
  };
}

export function failure(error: Failure, requestId: string, language: Language): FailedAnswer {
  const row = ERRORS[error.key];
  return {
    status: row.http,
    body: {
      code: row.code,
      msg: translate(language, `errors.${error.key}`, { ...error.values, ...quotaTexts(error, language) }),
      data: { requestId, ...error.data },
    },
  };
}
