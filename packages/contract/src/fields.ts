import { z } from 'zod';

/** Field builders shared by the rules of every domain. Messages are i18n keys; values come from the issue. */
export const uuid = z.uuid('validation.identifier');

/** Control characters have no place in names; NUL and half a surrogate pair cannot even be stored. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/u;

export function text(max: number) {
  return z
    .string('validation.required')
    .trim()
    .max(max, 'validation.tooLong')
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), 'validation.controlCharacter');
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL_BUT_NEW_LINE = /[\u0000-\u0009\u000b-\u001f\u007f]/u;

/** What people write rather than name may take several lines. */
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

/** Yes or no in the address of a call, where everything is text. */
export const queryFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false'], 'validation.required').transform((flag) => flag === 'true'),
]);

/** A bound that is broken names the whole range, so the message can tell it. The API description gets it as metadata. */
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
