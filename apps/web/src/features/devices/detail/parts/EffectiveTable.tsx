import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import '../../../../shared/configuration/configuration.css';
import { LEVEL_KEYS } from '../../../../shared/configuration/configuration-names.ts';
import { shortLabel, valueWords } from '../../../../shared/configuration/difference-words.ts';
import { fieldOf } from '../../../../shared/configuration/field-paths.ts';
import { useWording } from '../../../../shared/configuration/use-wording.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { type Column, Grid } from '../../../../shared/table/Grid.tsx';
import '../../../../shared/table/table.css';
import { Can } from '../../../../shared/ui/Can.tsx';
import { StatusDot } from '../../../../shared/ui/StatusDot.tsx';
import { type EffectiveValue, isPending } from '../effective-values.ts';

interface EffectiveTableProps {
  title: string;
  values: readonly EffectiveValue[];
  networksPage: string;
  reset(value: EffectiveValue): void;
}

function search(name: string): string {
  return new URLSearchParams({ search: name }).toString();
}

/** Where a value is edited; null for the device itself and for what has no page of its own. */
function originPage({ path, origin }: EffectiveValue, networksPage: string): string | null {
  const network = fieldOf(path)?.network ?? null;
  if (network !== null) return `${networksPage}?${search(network)}`;
  return origin.level === 'group' ? `/device/group?${search(origin.name)}` : null;
}

function noSort(): void {
  // The values keep the sequence of the settings.
}

/** The values of one network or radio. */
export function EffectiveTable({ title, values, networksPage, reset }: EffectiveTableProps) {
  const { t } = useTranslation();
  const wording = useWording();
  const columns: readonly Column<EffectiveValue>[] = [
    {
      key: 'field',
      title: 'configuration.effective.field',
      render: ({ path }) => shortLabel(path, wording),
    },
    {
      key: 'value',
      title: 'configuration.effective.value',
      render: ({ path, value }) => valueWords(path, value, wording, true),
    },
    {
      key: 'origin',
      title: 'configuration.effective.origin',
      render: (row) => {
        const { level, name } = row.origin;
        const words =
          level === 'device'
            ? t('configuration.effective.override')
            : t('configuration.effective.originOf', { level: t(LEVEL_KEYS[level]), name });
        const page = originPage(row, networksPage);
        return (
          <span className="device-pair">
            {page === null ? words : <CellLink to={page}>{words}</CellLink>}
            {level === 'device' && (
              <Can grant="network_config:operate">
                <Button
                  size="small"
                  aria-label={t('configuration.effective.resetNamed', {
                    name: shortLabel(row.path, wording),
                  })}
                  onClick={() => reset(row)}
                >
                  {t('configuration.effective.reset')}
                </Button>
              </Can>
            )}
          </span>
        );
      },
    },
    {
      key: 'verified',
      title: 'configuration.effective.onDevice',
      render: (row) =>
        isPending(row) ? (
          <StatusDot tone="processing">
            {t('configuration.effective.pendingValue', {
              value: valueWords(row.path, row.verified, wording),
            })}
          </StatusDot>
        ) : (
          <StatusDot tone="ok">{t('configuration.effective.verified')}</StatusDot>
        ),
    },
  ];
  return (
    <section className="device-section">
      <h2 className="config-lead">{title}</h2>
      <div className="card">
        <Grid
          label={title}
          rows={values}
          columns={columns}
          rowKey={({ path }) => path}
          sort={undefined}
          onSort={noSort}
          stale={false}
        />
      </div>
    </section>
  );
}
