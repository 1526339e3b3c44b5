import { z } from 'zod';
import { requiredText, text } from '../fields.ts';
import { PHONE_BOUNDS, PHONE_DESCRIPTION, parsePhone } from '../formats/people/phone.ts';
import { ACCOUNT_LIMITS } from '../identity/identity.limits.ts';
import { ORGANIZATION_LIMITS, SITE_LIMITS } from '../organizations/organizations.limits.ts';
import { enterpriseInput, siteInput } from '../organizations/organizations.rules.ts';

export const companyInput = z.object({
  enterpriseName: requiredText(ACCOUNT_LIMITS.enterpriseNameMax),
  address: text(ORGANIZATION_LIMITS.addressMax).default(''),
  contactName: text(SITE_LIMITS.contactNameMax).default(''),
  phone: z
    .string()
    .trim()
    .refine((value) => value === '' || parsePhone(value) !== null, {
      error: 'validation.phone',
      params: PHONE_BOUNDS,
    })
    .meta({ description: PHONE_DESCRIPTION })
    .default(''),
});

/** The current values; the name is empty until it is set. */
export const company = z.object({
  enterpriseName: z.string(),
  address: z.string(),
  contactName: z.string(),
  phone: z.string(),
});
export type Company = z.infer<typeof company>;

/** The company, its first organization and that organization's first site. */
export const setUpInput = z.object({
  companyName: companyInput.shape.enterpriseName,
  organizationName: enterpriseInput.shape.name,
  siteName: siteInput.shape.name,
  countryCode: siteInput.shape.countryCode,
  timeZone: siteInput.shape.timeZone,
});
export type SetUp = z.output<typeof setUpInput>;
