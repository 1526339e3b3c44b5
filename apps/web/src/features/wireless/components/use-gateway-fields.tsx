import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { Device } from '@airloom/contract/devices/devices.model';
import { uuid } from '@airloom/contract/fields';
import { gatewayAuthInput } from '@airloom/contract/wireless/guest-lists.rules';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { numberInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { inputProps, textInput } from '../../../shared/form/text-inputs.tsx';
import { SecretInput } from './SecretInput.tsx';

/** The authentication of a gateway, and which gateway. */
export const gatewayForm = gatewayAuthInput.extend({ deviceUUID: uuid });


interface FieldsOf {
  /** Null for a gateway that is still to be chosen. */
  base: Setting | null;
  gateways: readonly Pick<Device, 'deviceUUID' | 'name' | 'siteName'>[];
  isPending: boolean;
  /** Looks for others than those listed. */
  search(typed: string): void;
}

export function useGatewayFields({
  base,
  gateways,
  isPending,
  search,
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
          <Select<string>
            {...inputProps(control)}
            loading={isPending}
            placeholder={t('wireless.gateway.choose')}
            showSearch={{ filterOption: false, onSearch: search }}
            options={gateways.map(({ deviceUUID, name, siteName }) => ({
              value: deviceUUID,
              label: `${name} · ${siteName}`,
            }))}
            value={control.value === '' ? null : control.value}
            onChange={control.onChange}
          />
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
        numberInput()({
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
