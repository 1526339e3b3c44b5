import { useTranslation } from 'react-i18next';
import '../table/table.css';
import type { ChartTexts } from './chart-option.ts';
import type { Line, Step } from './series.ts';

interface ChartTableProps {
  title: string;
  lines: readonly Line[];
  steps: readonly Step[];
  texts: ChartTexts;
}

/** Newest first. */
export function ChartTable({ title, lines, steps, texts }: ChartTableProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table must scroll by keyboard too
    <div className="chart-table" tabIndex={0}>
      <table className="grid" aria-label={title} data-density="compact">
        <thead>
          <tr>
            <th scope="col">{t('ui.chart.time')}</th>
            {lines.map((line) => (
              <th key={line.name} scope="col" data-align="end">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map((step) => (
            <tr key={step.at}>
              <th scope="row">
                <time dateTime={new Date(step.at).toISOString()}>{texts.moment(step.at)}</time>
              </th>
              {lines.map((line, position) => {
                const value = step.values[position] ?? null;
                return (
                  <td key={line.name} data-align="end">
                    {value === null ? texts.nothing : texts.value(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
