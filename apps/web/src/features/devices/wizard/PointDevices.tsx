import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { type Tab, Tabs } from '../../../shared/ui/layout/Tabs.tsx';
import { pointingTo } from './pointing.ts';
import { useGateway } from './use-gateway.ts';
import './wizard.css';

function Values({ values }: { values: readonly (readonly [label: string, text: string])[] }) {
  return (
    <dl className="adding-values">
      {values.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <CopyText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How devices are pointed to this console, with values to copy. */
export function PointDevices() {
  const { t } = useTranslation();
  const [shown, setShown] = useState('dhcp');
  const pointing = pointingTo(useGateway());
  const items: readonly Tab[] = [
    {
      key: 'dhcp',
      label: t('adding.point.dhcp'),
      children: (
        <>
          <p>{t('adding.point.dhcpText')}</p>
          <Values
            values={[
              [t('adding.point.dhcpValue'), pointing.endpoint],
              [t('adding.point.dhcpLine'), pointing.dnsmasq],
            ]}
          />
        </>
      ),
    },
    {
      key: 'redirector',
      label: t('adding.point.redirector'),
      children: (
        <>
          <p>{t('adding.point.redirectorText')}</p>
          <Values values={[[t('adding.point.redirectorValue'), pointing.endpoint]]} />
        </>
      ),
    },
    {
      key: 'local',
      label: t('adding.point.local'),
      children: (
        <>
          <p>{t('adding.point.localText')}</p>
          <Values
            values={[
              [t('adding.point.localServer'), pointing.server],
              [t('adding.point.localPort'), pointing.port],
              [t('adding.point.localFile'), pointing.file],
            ]}
          />
        </>
      ),
    },
  ];
  return (
    <section className="card adding-point" aria-label={t('adding.certificate.next')}>
      <h2>{t('adding.certificate.next')}</h2>
      <p className="adding-quiet">{t('adding.point.lead')}</p>
      <Tabs label={t('adding.point.label')} activeKey={shown} onChange={setShown} items={items} />
    </section>
  );
}
