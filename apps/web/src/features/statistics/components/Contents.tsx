import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Bars } from '../../../shared/chart/Bars.tsx';
import { Chart } from '../../../shared/chart/Chart.tsx';
import type { Content, Figure } from '../content.ts';
import './statistics.css';

export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTranslation();
  return (
    <dl className="statistics-figures">
      {figures.map(({ label, value, to, note, previous }) => (
        <div key={label} className="card">
          <dt>{label}</dt>
          <dd>{to === undefined ? value : <Link to={to}>{value}</Link>}</dd>
          {previous !== undefined && (
            <dd className="statistics-figure-note">
              {t('device-detail.previous.figure', { value: previous })}
            </dd>
          )}
          {note && <dd className="statistics-figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Figures, then charts, then tables. */
export function Contents({ content }: { content: Content }) {
  const { window, figures, charts, bars } = content;
  return (
    <>
      <Figures figures={figures} />
      <div className="statistics-charts">
        {window && charts.map((chart) => <Chart key={chart.title} window={window} {...chart} />)}
        {bars.map((own) => (
          <Bars key={own.title} {...own} />
        ))}
      </div>
    </>
  );
}
