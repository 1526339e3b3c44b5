import type { HealthTotals } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ComparedWords } from '../../../shared/health/ComparedWords.tsx';
import { pendingOf } from '../../../shared/health/site-state.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useAlarmCounts, useNow } from '../big-screen.queries.ts';
import './big-screen.css';
import './key-figures.css';

function Number({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="big-screen-figure">
      <dt>{label}</dt>
      <dd>
        <span className="big-screen-value">{value}</span>
        <span className="big-screen-note">{children}</span>
      </dd>
    </div>
  );
}

/** Up to five key figures, readable from a distance. */
export function KeyFigures({ place, totals }: { place: Place; totals: HealthTotals }) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const { data: now } = useNow(place);
  const { data: alarms } = useAlarmCounts(place);
  const none = t('big-screen.nothing');
  const pending = pendingOf(totals);
  const rate = (kbps: number | null | undefined) => (typeof kbps === 'number' ? units.rate(kbps) : none);
  return (
    <dl className="big-screen-strip">
      {totals.online !== null && totals.devices !== null && (
        <Number
          label={t('big-screen.online')}
          value={t('big-screen.ofAll', {
            online: format.number(totals.online),
            total: format.number(totals.devices),
          })}
        >
          {[
            t('big-screen.sites', { count: totals.sites }),
            ...(pending === 0 ? [] : [t('big-screen.pending', { count: pending })]),
          ].join(' · ')}
        </Number>
      )}
      {totals.alarms !== null && (
        <Number label={t('big-screen.alarms')} value={format.number(alarms?.total ?? totals.alarms)}>
          {alarms && t('big-screen.unconfirmed', { count: alarms.unconfirmed })}
        </Number>
      )}
      {now?.clients !== null && (
        <Number label={t('big-screen.clients')} value={now ? format.number(now.clients) : none}>
          {now && <ComparedWords now={now.clients} before={now.clientsBefore} />}
        </Number>
      )}
      <Number label={t('big-screen.down')} value={rate(now?.downKbps)}>
        {now && <ComparedWords now={now.downKbps} before={now.downKbpsBefore} />}
      </Number>
      <Number label={t('big-screen.up')} value={rate(now?.upKbps)}>
        {now && <ComparedWords now={now.upKbps} before={now.upKbpsBefore} />}
      </Number>
    </dl>
  );
}
