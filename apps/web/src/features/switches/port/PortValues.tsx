import { PORT_FIELDS, type PortField } from '@airloom/contract/switches/port.rules';
import type { PortValues as Values } from '@airloom/contract/switches/port-values';
import { useTranslation } from 'react-i18next';
import { shortLabel, valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';

interface Row {
  readonly field: PortField;
  readonly words: string;
  readonly origin: string;
}

function pathOf(field: string): string {
  return `switch.ports.x.${field}`;
}

/** Settings of a port, each with where it comes from. */
export function PortValues({ values: { value, profileOf } }: { values: Values }) {
  const { t } = useTranslation();
  const wording = useWording();
  const rows = PORT_FIELDS.flatMap((field): Row[] => {
    const set = value[field];
    if (set === undefined) return [];
    const profile = profileOf[field];
    return [
      {
        field,
        words: valueWords(pathOf(field), set, wording, true),
        origin:
          profile === undefined
            ? t('switches.port.ofPort')
            : t('switches.port.ofProfile', { name: profile.value.name }),
      },
    ];
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'field',
      title: 'configuration.effective.field',
      render: ({ field }) => shortLabel(pathOf(field), wording),
    },
    { key: 'value', title: 'configuration.effective.value', render: ({ words }) => words },
    { key: 'origin', title: 'configuration.effective.origin', render: ({ origin }) => origin },
  ];
  return (
    <section className="detail-section">
      <h2>{t('switches.port.settings')}</h2>
      {rows.length === 0 ? (
        <p className="switch-quiet">{t('switches.port.noSettings')}</p>
      ) : (
        <Grid
          label={t('switches.port.settings')}
          rows={rows}
          columns={columns}
          rowKey={({ field }) => field}
          sort={undefined}
          onSort={() => undefined}
          stale={false}
        />
      )}
    </section>
  );
}
