import { z } from 'zod';
import { COUNTRIES } from '../countries.ts';
import { requiredText, text, uuid } from '../fields.ts';
import { isNtpServer } from '../formats/network/ntp-server.ts';
import { isAlphanumeric } from '../formats/text/alphanumeric.ts';
import { hasForbiddenCharacters } from '../formats/text/forbidden-characters.ts';
import { timeZone } from '../time-zone.ts';
import { ORGANIZATION_LIMITS, SITE_LIMITS } from './organizations.limits.ts';
import { coordinates } from './organizations.model.ts';

function name(max: number) {
  return requiredText(max).refine((value) => !hasForbiddenCharacters(value), 'validation.forbiddenCharacter');
}

export const enterpriseInput = z.object({
  name: name(ORGANIZATION_LIMITS.nameMax),
  address: text(ORGANIZATION_LIMITS.addressMax).default(''),
});

export const siteInput = z.object({
  enterpriseUUID: uuid,
  name: name(SITE_LIMITS.nameMax),
  /** A short code of the operator; empty when there is none. */
  code: text(SITE_LIMITS.codeMax)
    .refine((value) => value === '' || isAlphanumeric(value.replaceAll('-', '')), 'validation.siteCode')
    .default(''),
  countryCode: z
    .string('validation.required')
    .refine((value) => COUNTRIES.some((country) => country.code === value), 'validation.country'),
  address: text(SITE_LIMITS.addressMax).default(''),
  coordinates: coordinates.nullable().default(null),
  timeZone,
  ntpServer: text(SITE_LIMITS.ntpServerMax)
    .refine((value) => value === '' || isNtpServer(value), 'validation.ntpServer')
    .default(''),
  /** Its devices are monitored and never changed; omitted, the site keeps its setting. */
  observeOnly: z.boolean('validation.required').optional(),
  contactName: text(SITE_LIMITS.contactNameMax).default(''),
  remark: text(SITE_LIMITS.remarkMax).default(''),
});
