import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { type Tab, Tabs } from '../../../shared/ui/layout/Tabs.tsx';
import { AddMany } from '../components/adding/AddMany.tsx';
import { AddOne } from '../components/adding/AddOne.tsx';
import { ImportFile } from '../components/adding/ImportFile.tsx';
import { type Outcome, RowResults } from '../components/adding/RowResults.tsx';
import { PointDevices } from './PointDevices.tsx';
import { ProgressPanel } from './ProgressPanel.tsx';
import './wizard.css';

/** Addresses of the added devices; empty without any. */
function addedMacs(outcome: Outcome | null): string {
  const added = outcome?.rows.flatMap(({ deviceUUID, mac }) => (deviceUUID === null ? [] : [mac])) ?? [];
  return (outcome?.macs ?? added).slice(0, ADDING_LIMITS.expectedMax).join(',');
}

/** Devices with a certificate of their manufacturer are registered by their MAC addresses, then pointed here. */
export default function CertificateStep() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [mode, setMode] = useAddressValue('add');
  // In the address, so that the panel is still there after a reload.
  const [addressed, setMacs] = useAddressValue('macs');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const macs = addedMacs(outcome) || addressed;
  const kind = DEVICE_KINDS.find((known) => known === query.get('kind')) ?? 'ap';

  function added(result: Outcome): void {
    setOutcome(result);
    const shown = addedMacs(result);
    if (shown !== '') setMacs(shown);
  }

  function again(): void {
    setOutcome(null);
    setMacs(null);
  }

  const isPartly = outcome?.rows.some(({ problem }) => problem !== null) === true;
  if (macs !== null || isPartly) {
    return (
      <>
        {outcome !== null && isPartly && (
          <section className="card adding-form">
            <RowResults outcome={outcome} again={again} />
          </section>
        )}
        {macs !== null && (
          <>
            <ProgressPanel of={{ macs }} />
            <PointDevices />
            {!isPartly && (
              <div>
                <Button icon={<Icon name="plus" />} onClick={again}>
                  {t('adding.certificate.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </>
    );
  }
  const items: readonly Tab[] = [
    {
      key: 'one',
      label: t('devices-pages.add.oneTab'),
      children: <AddOne kind={kind} onAdded={added} />,
    },
    { key: 'list', label: t('devices-pages.add.listTab'), children: <AddMany kind={kind} onAdded={added} /> },
    {
      key: 'scan',
      label: t('adding.certificate.scanTab'),
      children: <AddMany kind={kind} scans onAdded={added} />,
    },
    { key: 'file', label: t('devices-pages.add.fileTab'), children: <ImportFile onAdded={added} /> },
  ];
  return (
    <section className="card adding-form" aria-label={t('adding.certificate.enter')}>
      <Tabs
        label={t('adding.certificate.enter')}
        activeKey={items.some(({ key }) => key === mode) ? (mode ?? 'one') : 'one'}
        onChange={setMode}
        items={items}
      />
    </section>
  );
}
