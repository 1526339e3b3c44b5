import { z } from 'zod';
import { requiredText } from '../fields.ts';
import { TAG_LIMITS } from './annotations.limits.ts';

/** Separates tags in exported tables and while they are typed. */
const SEPARATORS = /[,;]/;

function withSingleSpaces(name: string): string {
  return name.replaceAll(/\s+/g, ' ');
}

export const tagName = requiredText(TAG_LIMITS.nameMax)
  .overwrite(withSingleSpaces)
  .refine((name) => !SEPARATORS.test(name), 'validation.tagSeparator');

/** Tags with the same key are the same: letter case, full-width forms and the width of spaces make no difference. */
export function tagKey(name: string): string {
  return withSingleSpaces(name.normalize('NFKC').trim()).toLowerCase();
}

/** Tags of a device or a change; one that is given twice counts once. */
export const tagNames = z
  .array(tagName)
  .max(TAG_LIMITS.perDeviceMax, 'validation.tooMany')
  .transform((names) => [...new Map(names.map((name) => [tagKey(name), name])).values()]);

/** Tags that are added to devices and removed from them. */
export const tagChange = z
  .object({ add: tagNames.default([]), remove: tagNames.default([]) })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    message: 'validation.selectOne',
    path: ['add'],
  })
  .refine(
    ({ add, remove }) => {
      const removed = new Set(remove.map(tagKey));
      return !add.some((name) => removed.has(tagKey(name)));
    },
    { message: 'validation.duplicate', path: ['remove'] },
  );
