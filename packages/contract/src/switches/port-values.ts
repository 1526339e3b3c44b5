import {
  PORT_FIELDS,
  type PortField,
  type PortProfile,
  type PortValue,
  portFieldsOf,
  type SwitchPortValue,
} from './port.rules.ts';
import { portsInRange } from './port-range.ts';

/** A profile that can apply to a port; those of the organization come before those of the site. */
export interface ApplyingProfile {
  readonly id: string;
  readonly value: PortProfile;
}

export interface PortValues {
  /** The settings of the port with those of its profiles. */
  readonly value: PortValue;
  /** The profile that each field comes from; absent: the port itself. */
  readonly profileOf: Readonly<Partial<Record<PortField, ApplyingProfile>>>;
  /** The profile that was chosen for the port, or the last one that its model gives it. */
  readonly profile: ApplyingProfile | null;
}

/** Settings of a port and where each comes from: profiles of the model, then the chosen profile, then its own fields. */
export function portValues(
  port: string,
  own: SwitchPortValue | undefined,
  { model, ports, profiles }: SwitchProfiles,
): PortValues {
  const ofModel = profiles.filter(({ value }) =>
    value.models.some((one) => one.model === model && portsInRange(ports, one.ports).includes(port)),
  );
  const chosen = profiles.find(({ id }) => id === own?.profileUUID);
  const applying = chosen === undefined ? ofModel : [...ofModel, chosen];
  let value: PortValue = {};
  let profileOf: PortValues['profileOf'] = {};
  for (const profile of applying) {
    const fields = portFieldsOf(profile.value);
    value = { ...value, ...fields };
    profileOf = { ...profileOf, ...Object.fromEntries(Object.keys(fields).map((field) => [field, profile])) };
  }
  const ownFields = portFieldsOf(own ?? {});
  return {
    value: { ...value, ...ownFields },
    profileOf: Object.fromEntries(
      PORT_FIELDS.flatMap((field) => {
        const profile = profileOf[field];
        return profile === undefined || ownFields[field] !== undefined ? [] : [[field, profile]];
      }),
    ),
    profile: applying.at(-1) ?? null,
  };
}

/** What decides which profiles apply to the ports of a switch. */
export interface SwitchProfiles {
  readonly model: string;
  /** All its ports, in the order of its reports. */
  readonly ports: readonly string[];
  readonly profiles: readonly ApplyingProfile[];
}
