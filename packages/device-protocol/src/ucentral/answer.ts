import { z } from 'zod';
import type { Answer } from '../model.ts';
import { INT32_MAX, linesOf, textOf } from './figures.ts';

const id = z.number().int().min(0).max(INT32_MAX);

const TEXT_MAX = 16 * 1024;
const REJECTED_MAX = 100;
const REASON_MAX = 512;

export const resultFrame = z.looseObject({
  id,
  result: z.looseObject({
    status: z.looseObject({
      error: z.number().int().min(-INT32_MAX).max(INT32_MAX),
      text: z.string().optional(),
      /** Output of a script. */
      result: z.unknown().optional(),
      rejected: z.array(z.unknown()).optional(),
    }),
  }),
});

export function answerOf({ id: of, result }: z.infer<typeof resultFrame>): Answer {
  const { error, text, result: printed, rejected } = result.status;
  return {
    id: of,
    error,
    text: linesOf(text ?? (typeof printed === 'string' ? printed : undefined), TEXT_MAX),
    rejected: (rejected ?? []).slice(0, REJECTED_MAX).map(reasonOf),
    result,
  };
}

function reasonOf(reported: unknown): string {
  return textOf(typeof reported === 'string' ? reported : JSON.stringify(reported), REASON_MAX);
}

/** A JSON-RPC error. */
export const errorFrame = z.looseObject({
  id,
  error: z.looseObject({ code: z.number().int().min(-INT32_MAX).max(INT32_MAX), message: z.string() }),
});

/** Used for an error without a code, which would read as success. */
const UNNAMED_ERROR = 2;

export function failedAnswerOf({ id: of, error }: z.infer<typeof errorFrame>): Answer {
  return {
    id: of,
    error: error.code === 0 ? UNNAMED_ERROR : error.code,
    text: linesOf(error.message, TEXT_MAX),
    rejected: [],
    result: {},
  };
}
