import type { DeviceRowResult, Problem } from '@airloom/contract/devices/devices.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { IssueText } from '../../../../shared/form/Field.tsx';
import { isMessageKey } from '../../../../shared/i18n/is-message-key.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { saveText } from '../../../../shared/ui/save-file.ts';
import { csvText } from '../../csv-text.ts';
import { type RowField, refusedTable } from '../../refused-rows.ts';

export interface Outcome {
  added: number;
  rows: readonly DeviceRowResult[];
  /** Of an import, whose rows are only the refused ones. */
  macs?: readonly string[];
}

function useFieldNames(): Readonly<Record<RowField, string>> {
  const { t } = useTranslation();
  return {
    kind: t('devices.column.kind'),
    sn: t('devices.column.sn'),
    mac: t('devices.column.mac'),
    name: t('devices.column.name'),
    position: t('devices.column.position'),
    remark: t('devices.column.remark'),
  };
}

/** Result of a list, with its refused rows. */
export function RowResults({ outcome, again }: { outcome: Outcome; again(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fields = useFieldNames();
  const kinds = useKindNames();
  const fieldName = ({ field }: Problem) => (field === null ? undefined : fields[field]);
  const refused = outcome.rows.filter((row) => row.problem !== null);

  function reason(problem: Problem): string {
    const words = isMessageKey(problem.key) ? t(problem.key, problem.values) : t('validation.invalid');
    return [fieldName(problem), words].filter(Boolean).join(': ');
  }

  function download(): void {
    const table = refusedTable(refused, {
      fields,
      kinds,
      row: t('devices-pages.result.row'),
      problem: t('devices-pages.result.problem'),
      reason: ({ problem }) => (problem ? reason(problem) : ''),
    });
    saveText(csvText(table), 'refused-devices.csv', 'text/csv');
  }

  return (
    <div className="devices-stack">
      <output className="devices-outcome">
        <span>{t('devices-pages.add.added', { count: outcome.added })}</span>
        {refused.length > 0 && (
          <span className="devices-warning">
            {t('devices-pages.result.refused', { count: refused.length })}
          </span>
        )}
      </output>
      {refused.length === 0 ? (
        <EmptyState icon="check" title={t('devices-pages.result.allDone')} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
        <div className="grid-scroll card" tabIndex={0}>
          <table className="grid devices-preview" aria-label={t('devices-pages.result.refusedRows')}>
            <thead>
              <tr>
                <th scope="col" data-align="end">
                  {t('devices-pages.result.row')}
                </th>
                <th scope="col">{t('devices.column.mac')}</th>
                <th scope="col">{t('devices.column.sn')}</th>
                <th scope="col">{t('devices.column.name')}</th>
                <th scope="col">{t('devices-pages.result.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ row, mac, sn, name, problem }) => (
                <tr key={row}>
                  <td data-align="end">{format.number(row)}</td>
                  <td>
                    <code>{displayMac(mac)}</code>
                  </td>
                  <td>
                    <code>{sn}</code>
                  </td>
                  <td>
                    <Clipped text={name} />
                  </td>
                  <td className="devices-problem">
                    {problem && (
                      <span>
                        {fieldName(problem) && `${fieldName(problem)}: `}
                        <IssueText issue={problem} />
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="form-actions">
        {refused.length > 0 && (
          <Button icon={<Icon name="download" />} onClick={download}>
            {t('devices-pages.result.download')}
          </Button>
        )}
        <Button onClick={again}>{t('devices-pages.result.again')}</Button>
      </div>
    </div>
  );
}
