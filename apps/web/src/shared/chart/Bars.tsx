import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import './chart.css';
import './bars.css';
import { barWidths } from './bar-widths.ts';

export interface BarRow {
  key: string;
  name: string;
  /** Where the name leads. */
  to?: string | undefined;
  /** How long its bar is beside the others. */
  size: number;
  /** Values in the order of the columns. */
  texts: readonly string[];
}

export interface BarsProps {
  title: string;
  /** What the rows are, and what stands in the columns beside. */
  heads: readonly [rows: string, ...columns: string[]];
  rows: readonly BarRow[];
  /** Says what is missing, and what to do about it. */
  none?: string;
  /** Stands under the rows. */
  note?: string | undefined;
}

/** Things beside each other: a table in which each row has a bar under its name. */
export function Bars({ title, heads, rows, none, note }: BarsProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const widths = barWidths(rows.map((row) => row.size));
  const [rowsHead, ...columns] = heads;
  return (
    <section className="chart card" aria-labelledby={headingId}>
      <header className="chart-head">
        <h2 id={headingId}>{title}</h2>
      </header>
      {rows.length === 0 ? (
        <p className="chart-none">{none ?? t('ui.chart.none')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keyboard too
        <div className="bars" tabIndex={0}>
          <table aria-labelledby={headingId}>
            <thead>
              <tr>
                <th scope="col">{rowsHead}</th>
                {columns.map((head) => (
                  <th key={head} scope="col" data-align="end">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <tr key={row.key}>
                  <th scope="row">
                    {row.to === undefined ? row.name : <Link to={row.to}>{row.name}</Link>}
                    <span className="bars-track" aria-hidden>
                      <span style={{ width: `${widths[place] ?? 0}%` }} />
                    </span>
                  </th>
                  {columns.map((head, column) => (
                    <td key={head}>{row.texts[column] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {note && <p className="chart-note">{note}</p>}
    </section>
  );
}
