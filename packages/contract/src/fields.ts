import { z } from 'zod';

/** Field builders shared by the rules of every domain. Messages are i18n keys; values come from the issue. */
export const uuid = z.uuid('validation.identifier');

/** Control characters are not allowed in names; NUL and half a surrogate pair cannot even be stored. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f]/u;

/** Invisible characters, or ones that change the display order. A joiner is kept where it changes what is displayed. */
const INVISIBLE =
  /[\u034f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?<![\p{M}\p{sc=Arab}\p{ExtPict}\p{EMod}])[\u200c\u200d]/gu;

/** Names that look the same are the same: stored composed, and without invisible characters. */
export function text(max: number) {
  return z
    .string('validation.required')
    .normalize('NFC')
    .overwrite((value) => value.replaceAll(INVISIBLE, ''))
    .trim()
    .max(max, 'validation.tooLong')
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), 'validation.controlCharacter');
}

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROL_BUT_NEW_LINE = /[\u0000-\u0009\u000b-\u001f\u007f]/u;

/** Free text may have several lines. */
export function lines(max: number) {
  return z
    .string('validation.required')
    .trim()
    .max(max, 'validation.tooLong')
    .refine(
      (value) => value.isWellFormed() && !CONTROL_BUT_NEW_LINE.test(value),
      'validation.controlCharacter',
    );
}

export function requiredText(max: number) {
  return text(max).min(1, 'validation.required');
}

export const timestamp = z.iso.datetime();

/** A boolean in a query string, where everything is text. */
export const queryFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false'], 'validation.required').transform((flag) => flag === 'true'),
]);

/** A broken bound reports the whole range, for the message. The API description gets it as metadata. */
function within(number: z.ZodNumber, minimum: number, maximum: number) {
  return number
    .refine((value) => value >= minimum && value <= maximum, {
      error: 'validation.range',
      params: { minimum, maximum },
    })
    .meta({ minimum, maximum });
}

export function numberWithin(minimum: number, maximum: number) {
  return within(z.number('validation.required'), minimum, maximum);
}

export function integerWithin(minimum: number, maximum: number) {
  return within(z.number('validation.required').int('validation.integer'), minimum, maximum);
}
