import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { Device } from '@airloom/contract/devices/devices.model';
import { uuid } from '@airloom/contract/fields';
import { LIMITS } from '@airloom/contract/limits';
import { gatewayAuthInput } from '@airloom/contract/wireless/guest-lists.rules';
import { useTranslation } from 'react-i18next';
import { numberInput, selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { SecretInput } from './SecretInput.tsx';

/** The authentication of a gateway, and which gateway. */
export const gatewayForm = gatewayAuthInput.extend({ deviceUUID: uuid });

const { portMin, portMax } = LIMITS.network;

interface FieldsOf {
  /** Null for a gateway that is still to be chosen. */
  base: Setting | null;
  gateways: readonly Pick<Device, 'deviceUUID' | 'name' | 'siteName'>[];
  isPending: boolean;
}

export function useGatewayFields({
  base,
  gateways,
  isPending,
}: FieldsOf): readonly FieldDef<typeof gatewayForm>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'deviceUUID',
      label: 'wireless.gateway.device',
      input: (control) =>
        base ? (
          <span id={control.id}>{base.place.name}</span>
        ) : (
          selectInput({
            loading: isPending,
            placeholder: t('wireless.gateway.choose'),
            choices: gateways.map(({ deviceUUID, name, siteName }) => ({
              value: deviceUUID,
              label: `${name} · ${siteName}`,
            })),
          })({ ...control, onChange: (chosen) => control.onChange(chosen ?? '') })
        ),
    },
    { name: 'enabled', label: 'wireless.gateway.enabled', inline: true, input: switchInput() },
    {
      name: 'interface',
      label: 'wireless.gateway.interface',
      hint: 'wireless.gateway.interfaceHint',
      input: textInput({ autoComplete: 'off', code: true }),
    },
    {
      name: 'serverAddress',
      label: 'wireless.gateway.serverAddress',
      input: textInput({ autoComplete: 'off', code: true }),
    },
    {
      name: 'serverPort',
      label: 'wireless.gateway.serverPort',
      input: (control) =>
        numberInput({ min: portMin, max: portMax })({
          ...control,
          onChange: (port) => control.onChange(port ?? 0),
        }),
    },
    {
      name: 'sharedKey',
      label: 'wireless.gateway.sharedKey',
      input: (control) => <SecretInput control={control} onChange={control.onChange} generates />,
    },
  ];
}
