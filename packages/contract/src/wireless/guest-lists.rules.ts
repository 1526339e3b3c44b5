import { z } from 'zod';
import { AUTH_SERVER_LIMITS, WHITELIST_LIMITS } from '../authentication/authentication.limits.ts';
import { secretInput } from '../configuration/secret.ts';
import { integerWithin, requiredText } from '../fields.ts';
import { isCidrSuffix } from '../formats/network/cidr-suffix.ts';
import { isDomain } from '../formats/network/domain.ts';
import { isIpv4, isReservedIpv4 } from '../formats/network/ipv4.ts';
import { LIMITS } from '../limits.ts';

/** An IPv4 address, or a network with its suffix. */
export function isIpMember(text: string): boolean {
  const [address = '', suffix, ...more] = text.split('/');
  return isIpv4(address) && more.length === 0 && (suffix === undefined || isCidrSuffix(suffix));
}

function unique(max: number, isValid: (text: string) => boolean, error: string) {
  return z
    .array(z.string('validation.required').trim().toLowerCase().refine(isValid, error))
    .max(max, 'validation.tooMany')
    .refine((members) => new Set(members).size === members.length, 'validation.duplicate');
}

/** What guests reach before they sign in. */
export const whitelistInput = z.object({
  addresses: unique(WHITELIST_LIMITS.ipMembersMax, isIpMember, 'validation.ipMember'),
  domains: unique(WHITELIST_LIMITS.domainMembersMax, isDomain, 'validation.domain'),
});
export type Whitelist = z.infer<typeof whitelistInput>;

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Guest authentication at an interface of a gateway. */
export const gatewayAuthInput = z.object({
  enabled: z.boolean('validation.required'),
  interface: requiredText(32),
  serverAddress: z
    .string('validation.required')
    .trim()
    .refine(isIpv4, 'validation.ipAddress')
    .refine((value) => !isReservedIpv4(value), 'validation.reservedAddress'),
  serverPort: integerWithin(LIMITS.network.portMin, LIMITS.network.portMax),
  sharedKey: secretInput(
    z
      .string('validation.required')
      .min(AUTH_SERVER_LIMITS.sharedKeyMin, 'validation.required')
      .max(AUTH_SERVER_LIMITS.sharedKeyMax, 'validation.tooLong')
      .refine((value) => PRINTABLE.test(value) && !value.includes('?'), 'validation.sharedKey'),
  ),
});
export type GatewayAuth = z.infer<typeof gatewayAuthInput>;
