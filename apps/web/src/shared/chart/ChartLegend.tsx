import { useTranslation } from 'react-i18next';
import { ChartMark } from './ChartMark.tsx';
import type { Line } from './series.ts';

/** The names of the lines; the previous period of all of them is one entry. */
export function ChartLegend({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation();
  const previous = lines.findIndex(({ previousOf }) => previousOf !== undefined);
  return (
    <ul className="chart-legend">
      {lines.map(
        (line, position) =>
          line.previousOf === undefined && (
            <li key={line.name}>
              <ChartMark lines={lines} position={position} />
              {line.name}
            </li>
          ),
      )}
      {previous !== -1 && (
        <li>
          <ChartMark lines={lines} position={previous} />
          {t('device-detail.previous.short')}
        </li>
      )}
    </ul>
  );
}
