import type { Role } from '@airloom/contract/access/access.model';
import {
  inviteInput,
  selectionProblemOf,
  updateSubAccountInput,
} from '@airloom/contract/access/access.rules';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { contact } from '@airloom/contract/identity/sign-in.rules';
import { z } from 'zod';
import { type ReachValue, reachFor } from '../../shared/tree/reach-choice.ts';

interface Offer {
  roleUUID: string;
  reach: ReachValue;
}

/** A role and its reach must match; validated before sending, together with all other fields. */
function selectionFits(roles: readonly Role[]) {
  return ({ roleUUID, reach }: Offer, context: z.core.$RefinementCtx<Offer>): void => {
    const role = roles.find((candidate) => candidate.roleUUID === roleUUID);
    if (!role) return;
    const problem = selectionProblemOf(role.key, reachFor(role.reach, reach));
    if (problem !== null) context.addIssue({ code: 'custom', path: ['reach'], message: `errors.${problem}` });
  };
}

/** Each target shows its error under its own tag; the field as a whole only refers to them. */
const typedTargets = z
  .array(z.string())
  .min(1, 'validation.required')
  .max(ACCOUNT_LIMITS.inviteMax, 'validation.inviteTooMany')
  .refine(
    (targets) => targets.every((target) => contact.safeParse(target).success),
    'access.invite.targetsInvalid',
  )
  .pipe(inviteInput.shape.targets);

export function inviteForm(roles: readonly Role[]) {
  return inviteInput.extend({ targets: typedTargets }).superRefine(selectionFits(roles));
}

export function personForm(roles: readonly Role[]) {
  return updateSubAccountInput.superRefine(selectionFits(roles));
}
