import { z } from 'zod';
import { SWITCH_LIMITS } from '../devices/devices.limits.ts';
import { integerWithin, text } from '../fields.ts';
import { isHostname } from '../formats/network/hostname.ts';
import { isIpv4, isReservedIpv4 } from '../formats/network/ipv4.ts';
import { isHostAddress, isSubnetMask, networkAddress, prefixLength } from '../formats/network/subnet-mask.ts';
import { switchVlanId } from './port.rules.ts';

/** Every switch has it, and is managed in it. */
export const DEFAULT_VLAN = 1;

/** VLANs of a switch besides those that its ports name. */
export const switchVlansInput = z.object({
  vlans: z
    .array(z.object({ id: switchVlanId, name: text(SWITCH_LIMITS.vlanNameMax).default('') }))
    .max(SWITCH_LIMITS.vlansMax, 'validation.tooMany')
    .refine((vlans) => new Set(vlans.map(({ id }) => id)).size === vlans.length, 'switches.rule.vlanTwice'),
});
export type SwitchVlans = z.infer<typeof switchVlansInput>;

const address = z.string('validation.required').trim().refine(isIpv4, 'validation.ipAddress');
const mask = z.string('validation.required').trim().refine(isSubnetMask, 'switches.rule.subnetMask');
const host = address.refine((value) => !isReservedIpv4(value), 'switches.rule.hostAddress');

const route = z
  .object({
    destination: address,
    mask,
    nextHop: host,
    metric: integerWithin(SWITCH_LIMITS.metricMin, SWITCH_LIMITS.metricMax),
  })
  .check(({ value, issues }) => {
    if (networkAddress(value.destination, value.mask) !== value.destination)
      issues.push({
        code: 'custom',
        input: value,
        path: ['destination'],
        message: 'switches.rule.networkAddress',
      });
  });
export type SwitchRoute = z.infer<typeof route>;

/** Static routes of a switch. */
export const switchRoutesInput = z.object({
  routes: z
    .array(route)
    .max(SWITCH_LIMITS.routesMax, 'validation.tooMany')
    .refine(
      (routes) =>
        new Set(routes.map((one) => `${one.destination}/${one.mask} ${one.nextHop}`)).size === routes.length,
      'validation.duplicate',
    ),
});
export type SwitchRoutes = z.infer<typeof switchRoutesInput>;
export const switchRouteInput = route;

/** A network with room for a switch and its gateway. */
function isManagementMask(value: string): boolean {
  const length = prefixLength(value);
  return length !== null && length >= SWITCH_LIMITS.prefixMin && length <= SWITCH_LIMITS.prefixMax;
}

const optionalAddress = z
  .string('validation.required')
  .trim()
  .refine((value) => value === '' || (isIpv4(value) && !isReservedIpv4(value)), 'validation.ipAddress')
  .default('');

/** Host name and management address; empty: made from the device name, and from DHCP. */
export const switchBaseInput = z
  .object({
    hostname: text(SWITCH_LIMITS.hostnameMax)
      .refine((value) => value === '' || isHostname(value), 'switches.rule.hostname')
      .default(''),
    ip: optionalAddress,
    mask: z
      .string('validation.required')
      .trim()
      .refine((value) => value === '' || isManagementMask(value), 'switches.rule.subnetMask')
      .default(''),
    gateway: optionalAddress,
  })
  .check(({ value, issues }) => {
    const { ip, mask: own, gateway } = value;
    const complain = (field: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [field], message });
    if ((ip === '') !== (own === '')) complain(ip === '' ? 'ip' : 'mask', 'switches.rule.addressAndMask');
    else if (ip !== '' && !isHostAddress(ip, own)) complain('ip', 'switches.rule.hostOfNetwork');
    else if (gateway !== '' && gateway === ip) complain('gateway', 'switches.rule.gatewayIsSwitch');
    else if (gateway !== '' && ip !== '' && !isHostAddress(gateway, own))
      complain('gateway', 'switches.rule.hostOfNetwork');
    else if (gateway !== '' && (ip === '' || networkAddress(gateway, own) !== networkAddress(ip, own)))
      complain('gateway', 'switches.rule.gatewayNetwork');
  });
export type SwitchBase = z.infer<typeof switchBaseInput>;
