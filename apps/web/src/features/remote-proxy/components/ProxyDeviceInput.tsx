import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import type { ProxyDevice } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';

interface ProxyDeviceInputProps {
  control: Control<string>;
  chosen: ProxyDevice | undefined;
  onChoose(device: ProxyDevice): void;
}

function labelOf({ name, ip }: ProxyDevice): string {
  return ip === '' ? name : `${name} · ${ip}`;
}

/** Chooses one of the devices that support remote proxies; the server searches among all of them. */
function ProxyDeviceInput({ control, chosen, onChoose }: ProxyDeviceInputProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, isFetching } = useCall(remoteProxyCalls.listProxyDevices, { search }, { keepPrevious: true });
  const found = data ?? [];
  const isListed = chosen === undefined || found.some(({ deviceUUID }) => deviceUUID === chosen.deviceUUID);
  const devices = isListed ? found : [chosen, ...found];
  return (
    <Select<string>
      {...inputProps(control)}
      value={control.value === '' ? null : control.value}
      showSearch={{ onSearch: setSearch, filterOption: false }}
      loading={isFetching}
      placeholder={t('remote-proxy.form.choose')}
      notFoundContent={t('remote-proxy.form.noDevice')}
      options={devices.map((device) => ({ value: device.deviceUUID, label: labelOf(device) }))}
      onChange={(value) => {
        const next = devices.find(({ deviceUUID }) => deviceUUID === value);
        if (next) onChoose(next);
      }}
    />
  );
}

export function deviceInput(chosen: ProxyDevice | undefined, onChoose: ProxyDeviceInputProps['onChoose']) {
  return function DeviceControl(control: Control<string>) {
    return <ProxyDeviceInput control={control} chosen={chosen} onChoose={onChoose} />;
  };
}
