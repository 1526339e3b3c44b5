import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';

const SHOWN_MAX = 50;

/** Chooses one of the connected devices. */
export function DevicePicker({ onPick }: { onPick(deviceUUID: string): void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, isFetching } = useCall(
    deviceCalls.listDevices,
    { status: 'online', search, size: SHOWN_MAX },
    { keepPrevious: true },
  );
  return (
    <Select<string>
      className="shell-picker"
      value={null}
      showSearch={{ onSearch: setSearch, filterOption: false }}
      loading={isFetching}
      aria-label={t('web-shell.open')}
      placeholder={t('web-shell.open')}
      notFoundContent={t('web-shell.noDevices')}
      options={(data?.rows ?? []).map(({ deviceUUID, name, siteName }) => ({
        value: deviceUUID,
        label: `${name} · ${siteName}`,
      }))}
      onChange={onPick}
    />
  );
}
