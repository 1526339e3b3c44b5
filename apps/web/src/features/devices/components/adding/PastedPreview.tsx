import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceRowText, deviceRow } from '@airloom/contract/devices/devices.rules';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { IssueText } from '../../../../shared/form/Field.tsx';
import { issuesOfSchema } from '../../../../shared/form/issues.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { PASTED_FIELDS, type PastedField } from '../../paste-rows.ts';

interface PreviewProps {
  rows: readonly DeviceRowText[];
  kinds: Readonly<Record<DeviceKind, string>>;
  fieldNames: Readonly<Record<PastedField, string>>;
}

function Problem({ row, fieldNames }: { row: DeviceRowText } & Pick<PreviewProps, 'fieldNames'>) {
  const judged = deviceRow(row.kind).safeParse(row);
  if (judged.success) return null;
  const issues = issuesOfSchema(judged.error.issues);
  return (
    <span className="devices-problem">
      {PASTED_FIELDS.filter((field) => issues[field]).map((field) => (
        <span key={field}>
          {fieldNames[field]}: {issues[field] && <IssueText issue={issues[field]} />}
        </span>
      ))}
    </span>
  );
}

/** Preview of the parsed list with validation problems. */
export function PastedPreview({ rows, kinds, fieldNames }: PreviewProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
    <div className="grid-scroll card" tabIndex={0}>
      <table className="grid devices-preview" aria-label={t('devices-pages.add.preview')}>
        <thead>
          <tr>
            {PASTED_FIELDS.map((field) => (
              <th key={field} scope="col">
                {fieldNames[field]}
              </th>
            ))}
            <th scope="col">{t('devices-pages.result.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have nothing but their place
            <tr key={place}>
              <td>
                <Clipped text={kinds[row.kind]} />
              </td>
              <td>
                <code>{displayMac(row.mac)}</code>
              </td>
              <td>
                <code>{row.sn}</code>
              </td>
              <td>
                <Clipped text={row.name} />
              </td>
              <td>
                <Clipped text={row.position} />
              </td>
              <td>
                <Clipped text={row.remark} />
              </td>
              <td>
                <Problem row={row} fieldNames={fieldNames} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
