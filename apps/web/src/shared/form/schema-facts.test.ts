import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { chosenPassword, registerInput } from '@airloom/contract/identity/registration.rules';
import { contact, loginInput } from '@airloom/contract/identity/sign-in.rules';
import { ORGANIZATION_LIMITS } from '@airloom/contract/organizations/organizations.limits';
import { enterpriseInput, siteInput } from '@airloom/contract/organizations/organizations.rules';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isOptional, textLimit } from './schema-facts.ts';

it.each([
  [enterpriseInput, 'name', ORGANIZATION_LIMITS.nameMax],
  [enterpriseInput, 'address', ORGANIZATION_LIMITS.addressMax],
  [loginInput, 'username', ACCOUNT_LIMITS.emailMax],
  [registerInput, 'target', ACCOUNT_LIMITS.emailMax],
  [siteInput, 'coordinates', undefined],
  [z.object({ secret: chosenPassword }), 'secret', undefined],
  [z.object({ to: contact.optional() }), 'to', ACCOUNT_LIMITS.emailMax],
] as const)('reads how long a text may be from its rule', (schema, field, limit) => {
  expect(textLimit(schema, field)).toBe(limit);
});

it.each([
  [enterpriseInput, 'name', false],
  [enterpriseInput, 'address', true],
  [siteInput, 'timeZone', false],
  [siteInput, 'coordinates', true],
  [registerInput, 'enterpriseName', true],
  [registerInput, 'password', false],
  [z.object({ seconds: z.number().default(30) }), 'seconds', false],
  [z.object({ notes: z.string().default('') }), 'notes', true],
] as const)('knows what may be left empty', (schema, field, optional) => {
  expect(isOptional(schema, field)).toBe(optional);
});
