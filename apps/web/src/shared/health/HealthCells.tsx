import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import type { HealthFigures, SiteHealthRow } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { LevelSign } from '../alarms/LevelSign.tsx';
import { Sparkline } from '../chart/Sparkline.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { useUnits } from '../i18n/use-units.ts';
import { CellLink } from '../table/CellLink.tsx';
import './health.css';
import { StateSign } from './StateSign.tsx';
import { useReason } from './use-reason.ts';

/** The state in words; its reason is shown on hover and read by screen readers. */
export function StateCell({ figures }: { figures: HealthFigures }) {
  const { t } = useTranslation();
  const reason = useReason()(figures);
  return (
    <span className="health-state" title={reason}>
      <StateSign state={figures.state} size={16} />
      {t(`health.status.${figures.state}`)}
      <span className="visually-hidden">: {reason}</span>
    </span>
  );
}

interface LinkedProps {
  figures: HealthFigures;
  /** Undefined without permission. */
  to: string | undefined;
}

function Linked({ to, children }: { to: string | undefined; children: string }) {
  return to === undefined ? children : <CellLink to={to}>{children}</CellLink>;
}

/** Devices online of all, and how many are offline. */
export function DevicesCell({ figures, to }: LinkedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { devices, online, offline } = figures;
  if (devices === null || online === null) return '–';
  return (
    <span className="health-devices">
      <Linked
        to={devices === 0 ? undefined : to}
      >{`${format.number(online)} / ${format.number(devices)}`}</Linked>
      {offline !== null && offline > 0 && (
        <span className="health-offline">{t('health.offline', { count: offline })}</span>
      )}
    </span>
  );
}

export function CountCell({ count, to }: { count: number | null; to: string | undefined }) {
  const format = useFormat();
  if (count === null) return '–';
  return <Linked to={count === 0 ? undefined : to}>{format.number(count)}</Linked>;
}

/** Alarms by level. */
export function AlarmsCell({ figures, to }: LinkedProps) {
  const format = useFormat();
  const { levels } = figures;
  if (levels === null) return '–';
  const present = ALARM_LEVELS.filter((level) => levels[level] > 0);
  if (present.length === 0) return '0';
  const signs = present.map((level) => (
    <span key={level} className="health-level">
      <LevelSign level={level} /> {format.number(levels[level])}
    </span>
  ));
  return (
    <span className="health-levels">{to === undefined ? signs : <CellLink to={to}>{signs}</CellLink>}</span>
  );
}

type Traffic = Pick<SiteHealthRow, 'trafficBytes' | 'trafficByHour'>;

export function TrafficCell({ traffic }: { traffic: Traffic }) {
  const units = useUnits();
  const { trafficBytes, trafficByHour } = traffic;
  if (trafficBytes === null) return '–';
  return (
    <span className="health-traffic">
      <Sparkline values={trafficByHour ?? []} />
      {units.bytes(trafficBytes)}
    </span>
  );
}
