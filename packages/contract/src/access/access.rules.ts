import { z } from 'zod';
import { requiredText, uuid } from '../fields.ts';
import { isAlias } from '../formats/people/alias.ts';
import { ACCOUNT_LIMITS } from '../identity/identity.limits.ts';
import { contact } from '../identity/sign-in.rules.ts';
import { MY_SHARES_UUID } from '../organizations/organizations.model.ts';
import { type RoleReach, reachOf } from '../roles.ts';
import { ROLE_LIMITS } from './access.limits.ts';
import { grant, type reach } from './access.model.ts';

export const roleInput = z.object({
  name: requiredText(ROLE_LIMITS.nameMax),
  /** Empty for none; omitted in a change, it is kept. */
  alias: z
    .string('validation.required')
    .trim()
    .max(ACCOUNT_LIMITS.aliasMax, 'validation.tooLong')
    .refine((value) => value === '' || isAlias(value), 'validation.alias')
    .optional(),
  permissions: z.array(grant).min(1, 'validation.selectOne'),
});

const selection = z.object({
  all: z.boolean().default(false),
  enterpriseUUIDs: z.array(uuid).max(ACCOUNT_LIMITS.selectionMax, 'validation.tooMany').default([]),
  siteUUIDs: z.array(uuid).max(ACCOUNT_LIMITS.selectionMax, 'validation.tooMany').default([]),
});

export type SelectionProblem =
  | 'organizationAndSiteTogether'
  | 'selectionRequired'
  | 'organizationNotSelectable'
  | 'sharesNotSelectable';

/** The rules of specification §6 on what an invitation may select; null when they are met. */
export function selectionProblem(
  roleReach: RoleReach,
  chosen: z.infer<typeof reach>,
): SelectionProblem | null {
  if (chosen.enterpriseUUIDs.includes(MY_SHARES_UUID)) return 'sharesNotSelectable';
  if (roleReach === 'account') return null;
  if (chosen.enterpriseUUIDs.length > 0 && chosen.siteUUIDs.length > 0) return 'organizationAndSiteTogether';
  if (roleReach === 'site' && chosen.enterpriseUUIDs.length > 0) return 'organizationNotSelectable';
  if (chosen.enterpriseUUIDs.length + chosen.siteUUIDs.length === 0) return 'selectionRequired';
  return null;
}

/** A form knows the role's key as well, and so can validate before sending. */
export function selectionProblemOf(roleKey: string, chosen: z.infer<typeof reach>): SelectionProblem | null {
  return selectionProblem(reachOf(roleKey), chosen);
}

export const inviteInput = z.object({
  targets: z
    .array(contact)
    .min(1, 'validation.required')
    .max(ACCOUNT_LIMITS.inviteMax, 'validation.inviteTooMany')
    .refine((list) => new Set(list).size === list.length, 'validation.duplicate'),
  roleUUID: uuid,
  reach: selection,
});

export const updateSubAccountInput = z.object({ subAccountUUID: uuid, roleUUID: uuid, reach: selection });
