import type { FailureData } from '@airloom/contract/envelope';
import type { z } from 'zod';
import { Failure } from '../failure.ts';

const FIELDS_MAX = 50;

/** Schema checks without a message of their own use this text. */
const FALLBACK_KEY = 'validation.invalid';

/** Texts of rules are in `validation`, except those that only pages of one feature show. */
const RULE_TEXT = /^(?:validation|switches\.rule)\./;

function isMessageKey(message: string): boolean {
  return RULE_TEXT.test(message);
}

function valuesOf(issue: z.core.$ZodIssue): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  const bounds: Record<string, unknown> = {
    ...(issue.code === 'custom' ? issue.params : {}),
    ...('maximum' in issue ? { maximum: issue.maximum } : {}),
    ...('minimum' in issue ? { minimum: issue.minimum } : {}),
  };
  for (const [name, value] of Object.entries(bounds)) {
    if (typeof value === 'number' || typeof value === 'string') values[name] = value;
    if (typeof value === 'bigint') values[name] = Number(value);
  }
  return values;
}

/** Each issue under its field, as the form of the web expects it. */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): Failure {
  const fields: NonNullable<FailureData['fields']> = {};
  for (const issue of issues.slice(0, FIELDS_MAX)) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= {
      key: isMessageKey(issue.message) ? issue.message : FALLBACK_KEY,
      values: valuesOf(issue),
    };
  }
  return new Failure('invalidInput', {}, { fields });
}
