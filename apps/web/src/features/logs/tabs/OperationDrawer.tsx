import type {
  LoggedObject,
  OperationLogRow,
  ValueChange,
} from '@airloom/contract/accounts/operation-log.model';
import {
  fieldText,
  objectText,
  operationText,
  valueText,
} from '@airloom/contract/accounts/operation-log.text';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { pageOfObject, useTextOf } from '../operation-texts.ts';

type StoredValue = NonNullable<OperationLogRow['earlier']>['before'];

/** Values of an entry of an earlier release. */
function EarlierValues({ title, value }: { title: string; value: StoredValue }) {
  if (value === null) return null;
  return (
    <section className="detail-section">
      <h2>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long values must scroll by keyboard too */}
      <pre className="logs-json" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}

function Changes({ label, changes }: { label: string; changes: readonly ValueChange[] }) {
  const { t } = useTranslation();
  const textOf = useTextOf();
  const { dateTime } = useFormat();
  const text = (field: string, value: ValueChange['from']) => valueText(field, value, textOf, dateTime);
  return (
    <table className="logs-changes" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('operation-log.fieldLabel')}</th>
          <th scope="col">{t('operation-log.from')}</th>
          <th scope="col">{t('operation-log.to')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to, secret }) => (
          <tr key={field}>
            <th scope="row">{fieldText(field, textOf)}</th>
            {secret ? (
              <td colSpan={2}>{t('operation-log.secretChanged')}</td>
            ) : (
              <>
                <td>{text(field, from)}</td>
                <td>{text(field, to)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangedObject({ object }: { object: LoggedObject }) {
  const textOf = useTextOf();
  const label = objectText(object, textOf);
  const page = pageOfObject(object);
  return (
    <section className="detail-section">
      <h2>{page === null ? label : <Link to={page}>{label}</Link>}</h2>
      {object.changes.length > 0 && <Changes label={label} changes={object.changes} />}
    </section>
  );
}

/** One entry of the operation log: the changed objects with old and new values. */
export function OperationDrawer({ row, onClose }: { row: OperationLogRow; onClose(): void }) {
  const { t } = useTranslation();
  const textOf = useTextOf();
  const { objects, objectCount, earlier } = row;
  const more = objectCount - objects.length;
  return (
    <DetailDrawer
      title={operationText(row, textOf)}
      facts={[
        { label: 'logs.at', value: <DateTime at={row.at} /> },
        { label: 'logs.person', value: row.userName },
        { label: 'logs.target', value: earlier?.target ?? '' },
        { label: 'logs.address', value: row.address && <code>{row.address}</code> },
      ]}
      onClose={onClose}
    >
      {objects.map((object) => (
        <ChangedObject key={`${object.kind} ${object.id}`} object={object} />
      ))}
      {more > 0 && <p>{t('operation-log.more', { count: more })}</p>}
      <EarlierValues title={t('logs.before')} value={earlier?.before ?? null} />
      <EarlierValues title={t('logs.after')} value={earlier?.after ?? null} />
    </DetailDrawer>
  );
}
