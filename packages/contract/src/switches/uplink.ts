import { z } from 'zod';
import { SWITCH_LIMITS } from '../devices/devices.limits.ts';
import { uuid } from '../fields.ts';
import { PORT_FIELDS, type PortField, type PortValue } from './port.rules.ts';
import { DEFAULT_VLAN, type SwitchBase, type SwitchRoute } from './switch.rules.ts';

/** What is known about a port for the safety of the uplink. */
export interface KnownPort {
  readonly name: string;
  readonly uplink: boolean;
  readonly linked: boolean;
}

/**
 * The ports that carry the connection to the cloud; where the switch names none, all that could. A powered port may be the
 * uplink, too: power can come from the switch above.
 */
export function possibleUplinks(ports: readonly KnownPort[]): string[] {
  const named = ports.filter(({ uplink }) => uplink);
  const found = named.length > 0 ? named : ports.filter(({ linked }) => linked);
  return found.map(({ name }) => name);
}

/** Fields of the address of a switch, besides those of its ports. */
const ADDRESS_FIELDS = ['ip', 'gateway', 'defaultRoute'] as const;
export const CUT_FIELDS = [...PORT_FIELDS, ...ADDRESS_FIELDS] as const;
export type CutField = (typeof CUT_FIELDS)[number];

/** Fields of a port that may cut off the connection to the cloud; of the address where the port is null. */
export const uplinkCut = z.object({
  port: z.string().max(SWITCH_LIMITS.portNameMax).nullable(),
  fields: z.array(z.enum(CUT_FIELDS)).max(CUT_FIELDS.length),
});
export type UplinkCut = z.infer<typeof uplinkCut>;

export const deviceCut = uplinkCut.extend({ deviceUUID: uuid });
export type DeviceCut = z.infer<typeof deviceCut>;

/** What a switch has at a port where its settings leave a field out. */
export interface ReportedPort {
  readonly enabled: boolean | null;
  readonly speedMbps: number | null;
  readonly negotiated: boolean | null;
  readonly poe: boolean | null;
}

/** Settings of a port with all fields that matter for its connection. */
function inForce(value: PortValue, port: ReportedPort) {
  const reported = port.negotiated === false ? port.speedMbps : 'auto';
  return {
    enabled: value.enabled ?? port.enabled !== false,
    speed: value.speed ?? reported,
    duplex: value.duplex ?? 'full',
    vlan: value.vlan ?? DEFAULT_VLAN,
    tagged: value.mode === 'trunk' ? (value.allowedVlans ?? []) : [],
    poe: port.poe === null ? null : (value.poe ?? port.poe),
    isolation: value.isolation ?? 'open',
    broadcast: value.broadcastLimitPps ?? Number.POSITIVE_INFINITY,
    dhcpTrusted: value.dhcpTrusted ?? true,
  };
}

/** Fields by which a port may no longer carry the connection to the cloud, or that of the devices behind it. */
export function cuttingFields(from: PortValue, to: PortValue, port: ReportedPort): PortField[] {
  const [before, after] = [inForce(from, port), inForce(to, port)];
  const isCut: Partial<Record<PortField, boolean>> = {
    enabled: before.enabled && !after.enabled,
    // The other end may not agree to a fixed speed.
    speed: after.speed !== before.speed && after.speed !== 'auto',
    duplex: after.duplex === 'half' && before.duplex !== 'half',
    vlan: after.vlan !== before.vlan && carriesManagement(before) && !isSameWay(before, after),
    allowedVlans: before.tagged.some((vlan) => !after.tagged.includes(vlan)),
    poe: before.poe === true && after.poe === false,
    isolation: after.isolation === 'strict' && before.isolation !== 'strict',
    // Address resolution and DHCP need broadcasts.
    broadcastLimitPps:
      after.broadcast < SWITCH_LIMITS.uplinkBroadcastMinPps && after.broadcast < before.broadcast,
    dhcpTrusted: before.dhcpTrusted && !after.dhcpTrusted,
  };
  return PORT_FIELDS.filter((field) => isCut[field] === true);
}

interface Vlans {
  readonly vlan: number;
  readonly tagged: readonly number[];
}

function carriesManagement({ vlan, tagged }: Vlans): boolean {
  return vlan === DEFAULT_VLAN || tagged.includes(DEFAULT_VLAN);
}

/** Whether the VLAN of the management is untagged as before, or tagged as before. */
function isSameWay(before: Vlans, after: Vlans): boolean {
  return before.vlan === DEFAULT_VLAN ? after.vlan === DEFAULT_VLAN : after.tagged.includes(DEFAULT_VLAN);
}

export type SwitchAddress = Pick<SwitchBase, 'ip' | 'mask' | 'gateway'>;

/** Fields by which a switch gets another way to the cloud: its address, its gateway and its default route. */
export function addressCuts(
  before: { readonly address: SwitchAddress; readonly defaultRoutes: readonly SwitchRoute[] },
  after: { readonly address: SwitchAddress; readonly defaultRoutes: readonly SwitchRoute[] },
): CutField[] {
  const [from, to] = [before.address, after.address];
  return [
    ...(from.ip !== to.ip || from.mask !== to.mask ? (['ip'] as const) : []),
    ...(from.gateway !== to.gateway ? (['gateway'] as const) : []),
    ...(routesKey(before.defaultRoutes) === routesKey(after.defaultRoutes)
      ? []
      : (['defaultRoute'] as const)),
  ];
}

function routesKey(routes: readonly SwitchRoute[]): string {
  return routes
    .map(({ nextHop, metric }) => `${nextHop} ${metric}`)
    .toSorted()
    .join(', ');
}

export function isDefaultRoute({ destination, mask }: SwitchRoute): boolean {
  return destination === '0.0.0.0' && mask === '0.0.0.0';
}

/** Whether a person confirmed all of these. */
export function areConfirmed(cuts: readonly DeviceCut[], confirmed: readonly DeviceCut[]): boolean {
  return cuts.every(({ deviceUUID, port, fields }) =>
    fields.every((field) =>
      confirmed.some(
        (one) => one.deviceUUID === deviceUUID && one.port === port && one.fields.includes(field),
      ),
    ),
  );
}
