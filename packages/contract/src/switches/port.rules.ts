import { z } from 'zod';
import { SWITCH_LIMITS } from '../devices/devices.limits.ts';
import { integerWithin, requiredText, text, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { portName } from './port-names.ts';
import { isPortRange } from './port-range.ts';

const { vlanIdMin, vlanIdMax } = LIMITS.network;

export const switchVlanId = integerWithin(vlanIdMin, vlanIdMax);

/** Speeds in Mbit/s that switches accept. The schema has 40, 50 and 200 Gbit/s as well, which the switch client refuses. */
export const PORT_SPEEDS = [10, 100, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;
export type PortSpeed = (typeof PORT_SPEEDS)[number];

const COPPER_MAX = 10_000;
const OPTICAL_MIN = 1_000;

/** Speeds that a port of this medium can have; of an unknown medium all. */
export function speedsOf(optical: boolean | null): readonly PortSpeed[] {
  if (optical === null) return PORT_SPEEDS;
  return PORT_SPEEDS.filter((speed) => (optical ? speed >= OPTICAL_MIN : speed <= COPPER_MAX));
}
export const POE_PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;
export const PORT_MODES = ['access', 'trunk'] as const;
export const ISOLATIONS = ['open', 'strict'] as const;

/** Settings of a port; omitted fields come from its profile, or stay as the switch reported them when it was taken over. */
const fields = z
  .object({
    enabled: z.boolean('validation.required'),
    /** `auto`: negotiated. */
    speed: z.union(
      [z.literal('auto'), ...PORT_SPEEDS.map((speed) => z.literal(speed))],
      'validation.identifier',
    ),
    duplex: z.enum(['full', 'half'], 'validation.identifier'),
    mode: z.enum(PORT_MODES, 'validation.identifier'),
    /** VLAN of untagged frames. */
    vlan: switchVlanId,
    /** Tagged VLANs of a trunk. */
    allowedVlans: z
      .array(switchVlanId)
      .max(SWITCH_LIMITS.vlansMax, 'validation.tooMany')
      .refine((vlans) => new Set(vlans).size === vlans.length, 'validation.duplicate'),
    poe: z.boolean('validation.required'),
    /** Null: no limit. */
    poeLimitWatts: integerWithin(1, SWITCH_LIMITS.poeLimitMaxWatts).nullable(),
    poePriority: z.enum(POE_PRIORITIES, 'validation.identifier'),
    /** `strict`: reaches only ports that are not isolated, such as the uplink. */
    isolation: z.enum(ISOLATIONS, 'validation.identifier'),
    /** Packets per second; null: unlimited. */
    broadcastLimitPps: integerWithin(1, SWITCH_LIMITS.broadcastMaxPps).nullable(),
    /** Whether answers of DHCP servers are accepted from this port. */
    dhcpTrusted: z.boolean('validation.required'),
  })
  .partial();
export type PortValue = z.infer<typeof fields>;
export type PortField = keyof PortValue;

export const PORT_FIELDS = fields.keyof().options;

interface Problem {
  readonly field: PortField;
  readonly error: string;
}

/** Rules between the fields of one port. */
export function portProblem({ mode, vlan, allowedVlans, speed, duplex }: PortValue): Problem | null {
  if (mode === 'trunk' && vlan === undefined) return { field: 'vlan', error: 'switches.rule.trunkVlan' };
  if (mode !== 'trunk' && allowedVlans !== undefined && allowedVlans.length > 0)
    return { field: 'allowedVlans', error: 'switches.rule.allowedVlansTrunk' };
  if (vlan !== undefined && allowedVlans?.includes(vlan))
    return { field: 'allowedVlans', error: 'switches.rule.allowedVlansNative' };
  if (duplex === 'half' && speed !== 10 && speed !== 100)
    return { field: 'duplex', error: 'switches.rule.halfDuplex' };
  return null;
}

function withRules<Schema extends z.ZodType<PortValue>>(schema: Schema) {
  return schema.check(({ value, issues }) => {
    const problem = portProblem(value);
    if (problem !== null)
      issues.push({ code: 'custom', input: value, path: [problem.field], message: problem.error });
  });
}

/** One port of a switch. */
export const switchPortInput = withRules(
  fields.extend({
    /** As the switch reports it. */
    port: portName,
    /** What people call it. */
    label: text(SWITCH_LIMITS.nameMax).optional(),
    /** Fields of the port win over those of the profile. */
    profileUUID: uuid.nullable().optional(),
  }),
);
export type SwitchPortValue = z.infer<typeof switchPortInput>;

/** The edited ports of a switch; others stay as they are. */
export const switchPortsInput = z.object({
  ports: z
    .array(switchPortInput)
    .min(SWITCH_LIMITS.selectedPortsMin, 'switches.rule.selectPort')
    .max(SWITCH_LIMITS.portsMax, 'validation.tooMany')
    .refine((ports) => new Set(ports.map(({ port }) => port)).size === ports.length, 'validation.duplicate'),
});
export type SwitchPorts = z.infer<typeof switchPortsInput>;

/** Ports of the switches of a model, by position: `1-8, 12`. */
const modelPorts = z.object({
  model: requiredText(SWITCH_LIMITS.modelMax),
  ports: requiredText(SWITCH_LIMITS.portRangeMax).refine(isPortRange, 'switches.rule.portRange'),
});

export const portProfileInput = withRules(
  fields.extend({
    name: requiredText(SWITCH_LIMITS.nameMax),
    models: z.array(modelPorts).max(SWITCH_LIMITS.profileModelsMax, 'validation.tooMany').default([]),
  }),
);
export type PortProfile = z.infer<typeof portProfileInput>;

/** Only the fields of a port, of a value that has others beside them. */
export function portFieldsOf(value: PortValue): PortValue {
  return Object.fromEntries(
    PORT_FIELDS.flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]])),
  );
}
