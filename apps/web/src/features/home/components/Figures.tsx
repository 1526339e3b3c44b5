import type { HealthTotals, NetworkNow } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparedWords } from '../../../shared/health/ComparedWords.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useAlarmCounts } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import './home.css';
import './figures.css';
import { OptionalLink } from './OptionalLink.tsx';

interface FigureProps {
  icon: IconName;
  label: string;
  to: string | undefined;
  value: string | undefined;
  children?: ReactNode;
}

function Figure({ icon, label, to, value, children }: FigureProps) {
  return (
    <li className="card home-figure">
      <OptionalLink to={to} className="home-figure-link">
        <span className="home-figure-label">
          <Icon name={icon} /> {label}
        </span>
        <span className="home-figure-value">{value ?? <Skeleton height={26} />}</span>
        <span className="home-figure-note">{children}</span>
      </OptionalLink>
    </li>
  );
}

function DevicesFigure({ totals, to }: { totals: HealthTotals | undefined; to: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { devices, online, neverConnected } = totals ?? {};
  if (devices === null || online === null || neverConnected === null) return null;
  const known =
    devices !== undefined && online !== undefined && neverConnected !== undefined
      ? { devices, online, neverConnected, away: devices - online - neverConnected }
      : undefined;
  function notes(): string[] {
    if (known === undefined) return [];
    const { away, neverConnected: pending } = known;
    if (away === 0 && pending === 0) return [t('home.figures.allOnline')];
    return [
      ...(away === 0 ? [] : [t('home.figures.away', { count: away })]),
      ...(pending === 0 ? [] : [t('home.figures.pending', { count: pending })]),
    ];
  }
  return (
    <Figure
      icon="device"
      label={t('home.figures.devices')}
      to={to}
      value={known && `${format.number(known.online)} / ${format.number(known.devices)}`}
    >
      {notes().join(' · ')}
    </Figure>
  );
}

interface FiguresProps {
  place: Place;
  totals: HealthTotals | undefined;
  now: NetworkNow | undefined;
}

function rateOr(none: string, rate: (kbps: number) => string, value: number | null): string {
  return value === null ? none : rate(value);
}

/** Up to five key figures with links; figures without permission are left out. */
export function Figures({ place, totals, now }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const links = useHomeLinks(place);
  const alarms = useAlarmCounts(place).data;
  const seesAlarms = useHolds('current_alarm');
  const none = t('home.figures.nothing');
  return (
    <ul className="home-figures" aria-label={t('home.figures.label')}>
      <DevicesFigure totals={totals} to={links.devices()} />
      {seesAlarms && alarms !== null && (
        <Figure
          icon="bell"
          label={t('home.figures.alarms')}
          to={links.alarms()}
          value={alarms && format.number(alarms.total)}
        >
          {alarms && t('home.figures.unconfirmed', { count: alarms.unconfirmed })}
        </Figure>
      )}
      {now?.clients !== null && (
        <Figure
          icon="phone"
          label={t('home.figures.clients')}
          to={links.clients}
          value={now && format.number(now.clients)}
        >
          {now && <ComparedWords now={now.clients} before={now.clientsBefore} />}
        </Figure>
      )}
      <Figure
        icon="download"
        label={t('home.figures.down')}
        to={links.traffic}
        value={now && rateOr(none, units.rate, now.downKbps)}
      >
        {now && <ComparedWords now={now.downKbps} before={now.downKbpsBefore} />}
      </Figure>
      <Figure
        icon="upload"
        label={t('home.figures.up')}
        to={links.traffic}
        value={now && rateOr(none, units.rate, now.upKbps)}
      >
        {now && <ComparedWords now={now.upKbps} before={now.upKbpsBefore} />}
      </Figure>
    </ul>
  );
}
