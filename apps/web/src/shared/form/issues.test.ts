import { numberWithin } from '@airloom/contract/fields';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueOfField, issuesOfSchema, revalidate, strayIssues } from './issues.ts';

const schema = z
  .object({
    name: z.string('validation.required').min(1, 'validation.required').max(5, 'validation.tooLong'),
    targets: z.array(z.string().min(2, 'validation.required')).max(2, 'validation.inviteTooMany'),
    place: z.object({ latitude: numberWithin(-90, 90) }),
    age: z.number(),
    secret: z.string().superRefine((_, context) => {
      context.addIssue({
        code: 'custom',
        message: 'validation.password.length',
        params: { minimum: 8, maximum: 32 },
      });
    }),
  })
  .refine(() => false, { path: [], message: 'validation.duplicate' });

function issuesFor(value: unknown) {
  const result = schema.safeParse(value);
  return issuesOfSchema(result.error?.issues ?? []);
}

const bad = { name: 'toolong', targets: ['ok', 'x'], place: { latitude: 91 }, age: 1, secret: '' };

it('puts each issue under its path with the limits it broke', () => {
  const issues = issuesFor(bad);
  expect(issues['name']).toEqual({ key: 'validation.tooLong', values: { maximum: 5 } });
  expect(issues['place.latitude']).toEqual({
    key: 'validation.range',
    values: { minimum: -90, maximum: 90 },
  });
  expect(issues['secret']).toEqual({
    key: 'validation.password.length',
    values: { minimum: 8, maximum: 32 },
  });
});

it('gives a field what is wrong inside the object or list it edits', () => {
  const issues = issuesFor(bad);
  expect(issueOfField(issues, 'targets')?.key).toBe('validation.required');
  expect(issueOfField(issues, 'place')?.key).toBe('validation.range');
  expect(issueOfField(issues, 'age')).toBeUndefined();
});

it('does not take one field for another that begins alike', () => {
  expect(issueOfField({ nameOfOther: { key: 'validation.required', values: {} } }, 'name')).toBeUndefined();
});

it('keeps the first of several issues of one path', () => {
  expect(issuesFor({ ...bad, name: '' })['name']?.key).toBe('validation.required');
});

it('knows messages of every domain', () => {
  const { error } = z.string().min(1, 'firmware-pages.campaign.tooSoon').safeParse('');
  expect(issuesOfSchema(error?.issues ?? [])['']?.key).toBe('firmware-pages.campaign.tooSoon');
});

it('replaces the schema library’s own words by a message of ours', () => {
  expect(issuesFor({ ...bad, age: 'old' })['age']).toEqual({ key: 'validation.invalid', values: {} });
});

it('finds what no field of the form would show', () => {
  const issues = {
    '': { key: 'validation.duplicate', values: {} },
    'place.latitude': { key: 'validation.range', values: {} },
  };
  expect(strayIssues(issues, ['place']).map((issue) => issue.key)).toEqual(['validation.duplicate']);
});

const mismatch = { key: 'validation.password.mismatch', values: {} };
const taken = { key: 'errors.userNameTaken', values: {}, server: true as const };
const required = { key: 'validation.required', values: {} };

it('clears a field that another one mended', () => {
  expect(revalidate({ confirm: mismatch }, {}, 'password', new Set(['confirm']))).toEqual({});
});

it('keeps what only the server knows until that field changes', () => {
  expect(revalidate({ name: taken }, {}, 'address', new Set(['name']))).toEqual({ name: taken });
  expect(revalidate({ name: taken }, {}, 'name', new Set(['name']))).toEqual({});
});

it('leaves fields alone that nobody has been to yet', () => {
  const found = { name: required, 'place.latitude': required, code: required };
  expect(revalidate({}, found, 'place', new Set(['name']))).toEqual({
    name: required,
    'place.latitude': required,
  });
});
