import { screenLinkInput } from '@airloom/contract/big-screen/big-screen.rules';
import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import { z } from 'zod';
import { EVERYTHING } from '../../shared/session/scope-address.ts';

const { name, validDays, addresses } = screenLinkInput.shape;

/** Form fields: one place instead of two ids. */
export const screenLinkForm = z.object({
  name,
  place: z.string('validation.required').min(1, 'validation.required'),
  validDays,
  addresses,
});

/** Call input of the form. */
export function screenLinkOf(
  { place, ...values }: z.output<typeof screenLinkForm>,
  tree: SiteTree | undefined,
): z.input<typeof screenLinkInput> {
  if (place === EVERYTHING) return values;
  const isOrganization = tree?.trees.some(
    ({ enterpriseuuid }) => enterpriseuuid === place && enterpriseuuid !== MY_SHARES_UUID,
  );
  return { ...values, ...(isOrganization ? { enterpriseUUID: place } : { siteUUID: place }) };
}
