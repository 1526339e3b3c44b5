import type { HealthTotals, NetworkNow } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sparkline } from '../../../shared/chart/Sparkline.tsx';
import { ComparedWords } from '../../../shared/health/ComparedWords.tsx';
import { useDay } from '../../../shared/health/day.queries.ts';
import { pendingOf } from '../../../shared/health/site-state.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useAlarmCounts, useAlarmTrend, useAvailability } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import './home.css';
import './figures.css';
import { OptionalLink } from './OptionalLink.tsx';

type Values = readonly (number | null)[];
const NO_VALUES: Values = [];

interface FigureProps {
  icon: IconName;
  label: string;
  to: string | undefined;
  value: string | undefined;
  /** The last 24 hours. */
  day: Values;
  children?: ReactNode;
}

function Figure({ icon, label, to, value, day, children }: FigureProps) {
  return (
    <li className="card home-figure">
      <OptionalLink to={to} className="home-figure-link">
        <span className="home-figure-label">
          <Icon name={icon} /> {label}
        </span>
        <span className="home-figure-row">
          <span className="home-figure-value">{value ?? <Skeleton height={26} />}</span>
          <Sparkline values={day} />
        </span>
        <span className="home-figure-note">{children}</span>
      </OptionalLink>
    </li>
  );
}

interface DevicesFigureProps {
  totals: HealthTotals | undefined;
  to: string | undefined;
  day: Values;
}

function DevicesFigure({ totals, to, day }: DevicesFigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { devices, online, offline } = totals ?? {};
  if (devices === null || online === null || offline === null) return null;
  const pending = pendingOf({ devices, online, offline });
  const notes = [
    ...(offline === 0 && pending === 0 ? [t('home.figures.allOnline')] : []),
    ...(offline === undefined || offline === 0 ? [] : [t('home.figures.away', { count: offline })]),
    ...(pending === 0 ? [] : [t('home.figures.pending', { count: pending })]),
  ];
  return (
    <Figure
      icon="device"
      label={t('home.figures.devices')}
      to={to}
      day={day}
      value={
        devices === undefined || online === undefined
          ? undefined
          : `${format.number(online)} / ${format.number(devices)}`
      }
    >
      {notes.join(' · ')}
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

/** The last 24 hours of each figure. */
function useDayValues(place: Place) {
  const day = useDay(place).data;
  const availability = useAvailability(place).data;
  const alarms = useAlarmTrend(place).data;
  const of = (metric: 'trafficDown' | 'trafficUp' | 'clients') =>
    day?.series.find((series) => series.metric === metric)?.values ?? NO_VALUES;
  return {
    devices: availability?.series[0]?.values ?? NO_VALUES,
    alarms: alarms?.values ?? NO_VALUES,
    clients: of('clients'),
    down: of('trafficDown'),
    up: of('trafficUp'),
  };
}

/** Up to five key figures with their last 24 hours and links; figures without permission are left out. */
export function Figures({ place, totals, now }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const links = useHomeLinks(place);
  const alarms = useAlarmCounts(place).data;
  const seesAlarms = useHolds('current_alarm');
  const day = useDayValues(place);
  const none = t('home.figures.nothing');
  return (
    <ul className="home-figures" aria-label={t('home.figures.label')}>
      <DevicesFigure totals={totals} to={links.devices()} day={day.devices} />
      {seesAlarms && alarms !== null && (
        <Figure
          icon="bell"
          label={t('home.figures.alarms')}
          to={links.alarms()}
          day={day.alarms}
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
          day={day.clients}
          value={now && format.number(now.clients)}
        >
          {now && <ComparedWords now={now.clients} before={now.clientsBefore} />}
        </Figure>
      )}
      <Figure
        icon="download"
        label={t('home.figures.down')}
        to={links.traffic}
        day={day.down}
        value={now && rateOr(none, units.rate, now.downKbps)}
      >
        {now && <ComparedWords now={now.downKbps} before={now.downKbpsBefore} />}
      </Figure>
      <Figure
        icon="upload"
        label={t('home.figures.up')}
        to={links.traffic}
        day={day.up}
        value={now && rateOr(none, units.rate, now.upKbps)}
      >
        {now && <ComparedWords now={now.upKbps} before={now.upKbpsBefore} />}
      </Figure>
    </ul>
  );
}
