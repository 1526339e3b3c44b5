import type { TerminalDetail } from '@airloom/contract/clients/online.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useTopologyLink } from '../../../shared/devices/use-topology-link.tsx';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import { connectionText } from './connection-text.ts';
import { SignalBars } from './SignalBars.tsx';

interface Fact {
  label: MessageKey;
  value: ReactNode;
}

/** Identity and connection of a client; unknown values are left out. */
export function TerminalFacts({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  const seesLog = useHolds('device_manage');
  const topologyLink = useTopologyLink();
  const { mac, online } = terminal;
  const rate = (kbps: number | null) => (kbps === null ? '–' : units.rate(kbps));
  const there: readonly Fact[] = online
    ? [
        { label: 'terminals.column.ip', value: online.ip && <code>{online.ip}</code> },
        {
          label: 'terminals.column.device',
          value: <Link to={devicePage(online.device)}>{online.device.name}</Link>,
        },
        { label: 'terminals.column.site', value: online.siteName },
        { label: 'nav.topology', value: topologyLink(online.siteUUID, online.device.deviceUUID) },
        { label: 'terminal-pages.column.where', value: connectionText(online) },
        {
          label: 'terminal-pages.column.signal',
          value: online.signal !== null && <SignalBars signal={online.signal} units={units} />,
        },
        {
          label: 'terminal-pages.column.rate',
          value: online.downRateKbps !== null && `${rate(online.downRateKbps)} / ${rate(online.upRateKbps)}`,
        },
        {
          label: 'terminal-pages.traffic',
          value: `${units.bytes(online.downBytes)} / ${units.bytes(online.upBytes)}`,
        },
        { label: 'terminal-pages.column.since', value: <DateTime at={online.startedAt} /> },
      ]
    : [{ label: 'terminal-pages.column.lastSeen', value: <TimeAgo at={terminal.lastSeenAt} /> }];
  const facts: readonly Fact[] = [
    { label: 'terminals.column.mac', value: <CopyText text={displayMac(mac)} /> },
    { label: 'terminals.column.hostname', value: terminal.hostname },
    ...there,
    { label: 'terminal-pages.firstSeen', value: <DateTime at={terminal.firstSeenAt} /> },
    {
      label: 'terminal-pages.log',
      value: seesLog && (
        <Link to={`/alarm/logs?tab=terminal&mac=${encodeURIComponent(mac)}`}>
          {t('terminal-pages.toLog')}
        </Link>
      ),
    },
  ];
  return (
    <>
      <dl className="terminal-facts card">
        {facts
          .filter(({ value }) => value !== '' && value !== false && value !== null)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {terminal.isMadeUp && <p className="terminal-note">{t('terminal-pages.madeUp')}</p>}
    </>
  );
}
