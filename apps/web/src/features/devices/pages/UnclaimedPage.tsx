import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { ClaimCodesTab } from '../components/adding/ClaimCodesTab.tsx';
import { GatewayAddress } from '../components/adding/GatewayAddress.tsx';
import { TrustedCasTab } from '../components/adding/TrustedCasTab.tsx';
import { WaitingTab } from '../components/adding/WaitingTab.tsx';
import { useAddDevice } from '../components/use-add-device.ts';
import { useIsSuperAdministrator } from '../devices.queries.ts';

/** Devices that wait to be claimed, claim codes, and trusted certificate authorities. */
export default function UnclaimedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isSuper = useIsSuperAdministrator();
  const add = useAddDevice();
  const create: Action = {
    id: 'newClaimCode',
    label: t('devices-pages.codes.new'),
    icon: 'plus',
    primary: true,
    needs: 'device_manage:operate',
    run: () => void navigate(`${ADD_DEVICE}?way=code`),
  };
  const items = [
    {
      key: 'waiting',
      label: t('devices-pages.unclaimed.tab'),
      children: <WaitingTab create={add} />,
    },
    { key: 'codes', label: t('devices-pages.codes.tab'), children: <ClaimCodesTab create={create} /> },
    ...(isSuper ? [{ key: 'cas', label: t('devices-pages.cas.tab'), children: <TrustedCasTab /> }] : []),
  ];
  return (
    <>
      <PageHeader title={t('nav.deviceUnclaimed')} lead={t('devices-pages.unclaimed.lead')} actions={[add]} />
      <GatewayAddress />
      <AddressTabs label={t('nav.deviceUnclaimed')} items={items} />
    </>
  );
}
