import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { ClaimCodeForm, type MadeCode } from '../components/adding/ClaimCodeForm.tsx';
import { ClaimCodeShown } from '../components/adding/ClaimCodeShown.tsx';
import { ClaimCodesTab } from '../components/adding/ClaimCodesTab.tsx';
import { GatewayAddress } from '../components/adding/GatewayAddress.tsx';
import { TrustedCasTab } from '../components/adding/TrustedCasTab.tsx';
import { WaitingTab } from '../components/adding/WaitingTab.tsx';
import { useIsSuperAdministrator } from '../devices.queries.ts';

/** How devices enrol themselves: with a claim code, or with a certificate of a trusted authority. */
export default function UnclaimedPage() {
  const { t } = useTranslation();
  const [creating, setCreating] = useAddressFlag('new');
  const [made, setMade] = useState<MadeCode | null>(null);
  const operates = useHolds('device_manage:operate');
  const isSuper = useIsSuperAdministrator();

  const create: Action = {
    id: 'newClaimCode',
    label: t('devices-pages.codes.new'),
    icon: 'plus',
    primary: true,
    needs: 'device_manage:operate',
    run: () => setCreating(true),
  };
  const items = [
    {
      key: 'waiting',
      label: t('devices-pages.unclaimed.tab'),
      children: <WaitingTab create={create} />,
    },
    { key: 'codes', label: t('devices-pages.codes.tab'), children: <ClaimCodesTab create={create} /> },
    ...(isSuper ? [{ key: 'cas', label: t('devices-pages.cas.tab'), children: <TrustedCasTab /> }] : []),
  ];
  return (
    <>
      <PageHeader
        title={t('nav.deviceUnclaimed')}
        lead={t('devices-pages.unclaimed.lead')}
        actions={[create]}
      />
      <GatewayAddress />
      <AddressTabs label={t('nav.deviceUnclaimed')} items={items} />
      {creating && operates && <ClaimCodeForm onMade={setMade} onClose={() => setCreating(false)} />}
      {made && <ClaimCodeShown {...made} onDone={() => setMade(null)} />}
    </>
  );
}
