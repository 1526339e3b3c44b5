import type { Setting } from '@airloom/contract/configuration/configuration.model';
import {
  ISOLATIONS,
  POE_PRIORITIES,
  PORT_MODES,
  PORT_SPEEDS,
  type PortSpeed,
} from '@airloom/contract/switches/port.rules';
import { useTranslation } from 'react-i18next';
import { valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { numberInput, selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { portForm } from './port-form.ts';

interface FieldsOf {
  /** Several ports: an empty field changes nothing. */
  several: boolean;
  /** Whether one of them supplies power. */
  hasPower: boolean;
  /** Speeds that all of them can have. */
  speeds?: readonly PortSpeed[];
  /** Port profiles of the site and its organization; null in the form of a profile itself. */
  profiles: readonly Setting[] | null;
}

/** Fields of one or several ports, or of a port profile. */
export function usePortFields({
  several,
  hasPower,
  speeds = PORT_SPEEDS,
  profiles,
}: FieldsOf): FieldDef<typeof portForm>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const wording = useWording();
  const words = (field: string, value: string) => valueWords(`switch.ports.x.${field}`, value, wording);
  const unset = {
    value: '' as const,
    label: several ? t('switches.port.noChange') : t('switches.port.notSet'),
  };
  const onOff = selectInput<'' | 'on' | 'off'>({
    placeholder: unset.label,
    choices: [
      unset,
      { value: 'on', label: t('configuration.value.on') },
      { value: 'off', label: t('configuration.value.off') },
    ],
  });
  return [
    ...(several || profiles === null
      ? []
      : [
          {
            name: 'label',
            label: 'configuration.field.portLabel',
            input: textInput({ autoComplete: 'off' }),
          } as const,
        ]),
    ...(profiles === null || profiles.length === 0
      ? []
      : [
          {
            name: 'profileUUID',
            label: 'configuration.field.portProfile',
            hint: 'switches.port.profileHint',
            input: selectInput<string>({
              placeholder: unset.label,
              choices: [
                unset,
                ...profiles.map(({ settingUUID, edit, place }) => ({
                  value: settingUUID,
                  label: edit.kind === 'portProfile' ? (edit.value?.name ?? '') : '',
                  about: place.name,
                })),
              ],
            }),
          } as const,
        ]),
    { name: 'enabled', label: 'configuration.field.portEnabled', input: onOff },
    {
      name: 'mode',
      label: 'configuration.field.portMode',
      section: 'switches.port.vlanSection',
      input: selectInput({
        placeholder: unset.label,
        choices: [unset, ...PORT_MODES.map((mode) => ({ value: mode, label: words('mode', mode) }))],
      }),
    },
    { name: 'vlan', label: 'configuration.field.portVlan', input: numberInput() },
    {
      name: 'allowedVlans',
      label: 'configuration.field.portAllowedVlans',
      hint: 'switches.port.allowedVlansHint',
      when: ({ mode }) => mode === 'trunk',
      input: textInput({ autoComplete: 'off' }),
    },
    {
      name: 'speed',
      label: 'configuration.field.portSpeed',
      section: 'switches.port.linkSection',
      input: selectInput({
        placeholder: unset.label,
        choices: [
          unset,
          { value: 'auto', label: t('configuration.value.automatic') },
          ...speeds.map((speed) => ({ value: String(speed), label: units.rate(speed * 1_000) })),
        ],
      }),
    },
    {
      name: 'duplex',
      label: 'configuration.field.portDuplex',
      input: selectInput({
        placeholder: unset.label,
        choices: [
          unset,
          { value: 'full', label: t('configuration.value.full') },
          { value: 'half', label: t('configuration.value.half') },
        ],
      }),
    },
    ...(hasPower
      ? [
          {
            name: 'poe',
            label: 'configuration.field.portPoe',
            section: 'switches.port.powerSection',
            input: onOff,
          } as const,
          { name: 'poeLimitWatts', label: 'configuration.field.portPoeLimit', input: numberInput() } as const,
          {
            name: 'poePriority',
            label: 'configuration.field.portPoePriority',
            input: selectInput({
              placeholder: unset.label,
              choices: [
                unset,
                ...POE_PRIORITIES.map((value) => ({ value, label: words('poePriority', value) })),
              ],
            }),
          } as const,
        ]
      : []),
    {
      name: 'isolation',
      label: 'configuration.field.portIsolation',
      hint: 'switches.port.isolationHint',
      section: 'switches.port.protectionSection',
      input: selectInput({
        placeholder: unset.label,
        choices: [unset, ...ISOLATIONS.map((value) => ({ value, label: words('isolation', value) }))],
      }),
    },
    { name: 'broadcastLimitPps', label: 'configuration.field.portBroadcastLimit', input: numberInput() },
    {
      name: 'dhcpTrusted',
      label: 'configuration.field.portDhcpTrust',
      hint: 'switches.port.dhcpTrustHint',
      input: onOff,
    },
  ];
}
