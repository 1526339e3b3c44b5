import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueOfField, issuesOfSchema, strayIssues, withoutField } from './issues.ts';

const schema = z
  .object({
    name: z.string('validation.required').min(1, 'validation.required').max(5, 'validation.tooLong'),
    targets: z.array(z.string().min(2, 'validation.required')).max(2, 'validation.inviteTooMany'),
    place: z.object({ latitude: z.number().max(90, 'validation.range') }),
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

it('forgets a field with all that is inside it', () => {
  const issues = issuesFor(bad);
  expect(Object.keys(withoutField(issues, 'targets'))).not.toContain('targets.1');
  expect(Object.keys(withoutField(issues, 'targets'))).toContain('name');
});
