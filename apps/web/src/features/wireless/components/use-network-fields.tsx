import { BANDS } from '@airloom/contract/devices/devices.model';
import { fewInput } from '../../../shared/form/many-inputs.tsx';
import { numberInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import type { SchemaForm } from '../../../shared/form/use-schema-form.ts';
import { type NetworkForm, type NetworkValues, withEncryption } from '../network-form.ts';
import { hasPassword } from '../wifi-qr.ts';
import { BandwidthInput } from './BandwidthInput.tsx';
import { EncryptionInput } from './EncryptionInput.tsx';
import { OffTimesInput } from './OffTimesInput.tsx';
import { PrivateKeysInput } from './PrivateKeysInput.tsx';
import { PlaceInput, TargetsInput } from './place-inputs.tsx';
import { RadiusInput } from './RadiusInput.tsx';
import { SecretInput } from './SecretInput.tsx';
import { useBandNames } from './use-names.ts';

type Field = FieldDef<NetworkForm>;

interface FieldsOf {
  form: SchemaForm<NetworkForm>;
  initial: NetworkValues;
  stored: boolean;
  organizationBlock: string | undefined;
}

function placeFields({ form, stored, organizationBlock }: FieldsOf): readonly Field[] {
  return [
    {
      name: 'ssid',
      section: 'wireless.section.name',
      label: 'wireless.field.ssid',
      hint: 'wireless.hint.ssid',
      input: textInput({ autoComplete: 'off', autoFocus: !stored }),
    },
    { name: 'enabled', label: 'wireless.field.enabled', inline: true, input: switchInput() },
    {
      name: 'hidden',
      label: 'wireless.field.hidden',
      hint: 'wireless.hint.hidden',
      inline: true,
      input: switchInput(),
    },
    {
      name: 'place',
      section: 'wireless.section.where',
      label: 'wireless.field.place',
      group: true,
      input: (control) => (
        <PlaceInput
          fixed={stored}
          organizationBlock={organizationBlock}
          control={{
            ...control,
            onChange(place) {
              control.onChange(place);
              form.set('targets', { kind: 'all' });
            },
          }}
        />
      ),
    },
    {
      name: 'targets',
      label: 'wireless.field.targets',
      group: true,
      input: (control) => <TargetsInput control={control} place={form.values.place} />,
    },
  ];
}

function securityFields({ form, initial }: FieldsOf): readonly Field[] {
  return [
    {
      name: 'encryption',
      section: 'wireless.section.security',
      label: 'wireless.field.encryption',
      group: true,
      input: (control) => (
        <EncryptionInput
          control={{
            ...control,
            onChange(encryption) {
              const next = withEncryption(form.values, initial, encryption);
              control.onChange(next.encryption);
              form.set('password', next.password);
              form.set('radius', next.radius);
            },
          }}
        />
      ),
    },
    {
      name: 'password',
      label: 'wireless.field.password',
      hint: 'wireless.hint.password',
      required: true,
      when: ({ encryption }) => hasPassword(encryption),
      input: (control) => <SecretInput control={control} onChange={control.onChange} generates />,
    },
    {
      name: 'privateKeys',
      label: 'wireless.field.privateKeys',
      hint: 'wireless.hint.privateKeys',
      group: true,
      when: ({ encryption, privateKeys }) => encryption === 'wpa2' || (privateKeys ?? []).length > 0,
      input: (control) => <PrivateKeysInput control={control} issues={form.issues} />,
    },
    {
      name: 'radius',
      label: 'wireless.field.radius',
      hint: 'wireless.hint.radius',
      group: true,
      required: true,
      when: ({ encryption }) => encryption === 'enterprise',
      input: (control) => <RadiusInput control={control} issues={form.issues} />,
    },
  ];
}

/** The fields of a network, in sections. */
export function useNetworkFields(of: FieldsOf): readonly Field[] {
  const { form } = of;
  const bands = useBandNames();
  return [
    ...placeFields(of),
    ...securityFields(of),
    {
      name: 'bands',
      section: 'wireless.section.network',
      label: 'wireless.field.bands',
      hint: 'wireless.hint.bands',
      group: true,
      input: fewInput(BANDS.map((value) => ({ value, label: bands[value] }))),
    },
    {
      name: 'vlan',
      label: 'wireless.field.vlan',
      hint: 'wireless.hint.vlan',
      input: numberInput(),
    },
    {
      name: 'clientIsolation',
      label: 'wireless.field.clientIsolation',
      hint: 'wireless.hint.clientIsolation',
      inline: true,
      input: switchInput(),
    },
    {
      name: 'fastRoaming',
      label: 'wireless.field.fastRoaming',
      hint: 'wireless.hint.fastRoaming',
      inline: true,
      input: switchInput(),
    },
    {
      name: 'bandwidth',
      section: 'wireless.section.bandwidth',
      label: 'wireless.field.bandwidth',
      group: true,
      input: (control) => <BandwidthInput control={control} issues={form.issues} />,
    },
    {
      name: 'offTimes',
      section: 'wireless.section.offTimes',
      label: 'wireless.field.offTimes',
      hint: 'wireless.hint.offTimes',
      group: true,
      input: (control) => <OffTimesInput control={control} issues={form.issues} />,
    },
  ];
}
