import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import { integerWithin, text } from '@airloom/contract/fields';
import { LIMITS } from '@airloom/contract/limits';
import {
  ISOLATIONS,
  POE_PRIORITIES,
  PORT_FIELDS,
  PORT_MODES,
  PORT_SPEEDS,
  type PortProfile,
  type PortValue,
  portProblem,
  type SwitchPorts,
  type SwitchPortValue,
} from '@airloom/contract/switches/port.rules';
import type { PortPatch } from '@airloom/contract/switches/port-edit';
import { isPortRange } from '@airloom/contract/switches/port-range';
import { z } from 'zod';

const { vlanIdMin, vlanIdMax } = LIMITS.network;
/** Empty: not set, or not changed where several ports are edited. */
const UNSET = '';
const flag = z.enum([UNSET, 'on', 'off']);
const SPEEDS = PORT_SPEEDS.map(String);

/** `10, 20-22` as numbers; null where it is no list of VLANs. */
export function vlansIn(list: string): number[] | null {
  const vlans = new Set<number>();
  for (const part of list.split(/[,，\s]+/).filter((one) => one !== '')) {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined || from < vlanIdMin || to > vlanIdMax || to < from) return null;
    for (let vlan = from; vlan <= to; vlan += 1) vlans.add(vlan);
  }
  return [...vlans].toSorted((one, other) => one - other);
}

const fields = z.object({
  label: text(SWITCH_LIMITS.nameMax),
  profileUUID: z.string(),
  enabled: flag,
  speed: z.enum([UNSET, 'auto', ...SPEEDS]),
  duplex: z.enum([UNSET, 'full', 'half']),
  mode: z.enum([UNSET, ...PORT_MODES]),
  vlan: integerWithin(vlanIdMin, vlanIdMax).nullable(),
  allowedVlans: z.string().refine((list) => vlansIn(list) !== null, 'switches.rule.vlanList'),
  poe: flag,
  poeLimitWatts: integerWithin(1, SWITCH_LIMITS.poeLimitMaxWatts).nullable(),
  poePriority: z.enum([UNSET, ...POE_PRIORITIES]),
  isolation: z.enum([UNSET, ...ISOLATIONS]),
  broadcastLimitPps: integerWithin(1, SWITCH_LIMITS.broadcastMaxPps).nullable(),
  dhcpTrusted: flag,
  /** Of a port profile only. */
  name: text(SWITCH_LIMITS.nameMax),
  /** `site:<uuid>` */
  place: z.string(),
  models: z.string(),
});
export type PortForm = z.infer<typeof fields>;

export const portForm = fields.check(({ value, issues }) => {
  const problem = portProblem(patchOf(value));
  if (problem !== null)
    issues.push({ code: 'custom', input: value, path: [problem.field], message: problem.error });
});

/** The same fields for a port profile, which has a name and a place. */
export const profileForm = portForm.check(({ value, issues }) => {
  for (const field of ['name', 'place'] as const)
    if (value[field] === '')
      issues.push({ code: 'custom', input: value, path: [field], message: 'validation.required' });
  if (modelsIn(value.models) === null)
    issues.push({ code: 'custom', input: value, path: ['models'], message: 'switches.rule.modelPorts' });
});

/** One line for each model: `SW-2400P: 1-8, 12`. Null where a line is none. */
export function modelsIn(lines: string): PortProfile['models'] | null {
  const models = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, model = '', ports = ''] = /^(.+?)\s*[:：]\s*(.+)$/.exec(line) ?? [];
      return { model, ports };
    });
  return models.every(({ model, ports }) => model !== '' && isPortRange(ports)) ? models : null;
}

export const NO_PORT: PortForm = {
  label: '',
  profileUUID: '',
  enabled: '',
  speed: '',
  duplex: '',
  mode: '',
  vlan: null,
  allowedVlans: '',
  poe: '',
  poeLimitWatts: null,
  poePriority: '',
  isolation: '',
  broadcastLimitPps: null,
  dhcpTrusted: '',
  name: '',
  place: '',
  models: '',
};

/** The fields that the form sets. */
export function patchOf(form: PortForm): PortPatch & PortValue {
  const vlans = vlansIn(form.allowedVlans) ?? [];
  const speed = form.speed === 'auto' ? 'auto' : PORT_SPEEDS.find((one) => String(one) === form.speed);
  return {
    ...(form.label === '' ? {} : { label: form.label }),
    ...(form.profileUUID === '' ? {} : { profileUUID: form.profileUUID }),
    ...(form.enabled === '' ? {} : { enabled: form.enabled === 'on' }),
    ...(speed === undefined ? {} : { speed }),
    ...(form.duplex === '' ? {} : { duplex: form.duplex }),
    ...(form.mode === '' ? {} : { mode: form.mode }),
    ...(form.vlan === null ? {} : { vlan: form.vlan }),
    // The field is shown for trunks only.
    ...(form.mode !== 'trunk' || vlans.length === 0 ? {} : { allowedVlans: vlans }),
    ...(form.poe === '' ? {} : { poe: form.poe === 'on' }),
    ...(form.poeLimitWatts === null ? {} : { poeLimitWatts: form.poeLimitWatts }),
    ...(form.poePriority === '' ? {} : { poePriority: form.poePriority }),
    ...(form.isolation === '' ? {} : { isolation: form.isolation }),
    ...(form.broadcastLimitPps === null ? {} : { broadcastLimitPps: form.broadcastLimitPps }),
    ...(form.dhcpTrusted === '' ? {} : { dhcpTrusted: form.dhcpTrusted === 'on' }),
  };
}

/** The form of a port, or of several where they agree. */
export function formOf(ports: readonly (SwitchPortValue | undefined)[]): PortForm {
  const forms = ports.map((port) => (port === undefined ? NO_PORT : oneForm(port)));
  const [first = NO_PORT] = forms;
  const common = Object.entries(first).filter(([field, value]) =>
    forms.every((form) => Object.entries(form).some(([name, other]) => name === field && other === value)),
  );
  const merged = { ...NO_PORT, ...Object.fromEntries(common) };
  return ports.length > 1 ? { ...merged, label: '' } : merged;
}

const onOff = (value: boolean | undefined) => (value === undefined ? '' : value ? 'on' : 'off');

export function oneForm(port: Omit<SwitchPortValue, 'port'>): PortForm {
  return {
    ...NO_PORT,
    label: port.label ?? '',
    profileUUID: port.profileUUID ?? '',
    enabled: onOff(port.enabled),
    speed: port.speed === undefined ? '' : String(port.speed),
    duplex: port.duplex ?? '',
    mode: port.mode ?? '',
    vlan: port.vlan ?? null,
    allowedVlans: (port.allowedVlans ?? []).join(', '),
    poe: onOff(port.poe),
    poeLimitWatts: port.poeLimitWatts ?? null,
    poePriority: port.poePriority ?? '',
    isolation: port.isolation ?? '',
    broadcastLimitPps: port.broadcastLimitPps ?? null,
    dhcpTrusted: onOff(port.dhcpTrusted),
  };
}

/** Fields of a port that the form no longer sets. Of several ports an empty field is not changed. */
export function resetFields(form: PortForm, ports: readonly string[]): (keyof PortPatch)[] {
  if (ports.length > 1) return [];
  const set = patchOf(form);
  return ([...PORT_FIELDS, 'label', 'profileUUID'] as const).filter((field) => set[field] === undefined);
}

export function portIn(settings: SwitchPorts | null, name: string): SwitchPortValue | undefined {
  return settings?.ports.find(({ port }) => port === name);
}
