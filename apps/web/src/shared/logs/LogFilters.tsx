import type { ExportFormat } from '@airloom/contract/export-call';
import { Button, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../form/moment/moment-inputs.tsx';
import type { TableState } from '../table/use-table.ts';
import { Menu, type MenuItem } from '../ui/actions/Menu.tsx';
import { Icon } from '../ui/Icon.tsx';
import { fromLocalField, toLocalField } from './local-time.ts';
import './logs.css';

type Filtered<F extends string> = Pick<TableState<F>, 'filter' | 'setFilter'>;

/** From when until when, in the browser's own zone. */
export function TimeFilter({ table }: { table: Filtered<'from' | 'to'> }) {
  const { t } = useTranslation();
  const id = useId();
  const ends = { from: t('logs.from'), to: t('logs.to') };
  return (
    <div className="logs-times">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="logs-time">
          <label htmlFor={`${id}${end}`}>{ends[end]}</label>
          <DateTimeInput
            id={`${id}${end}`}
            value={toLocalField(table.filter(end))}
            onChange={(value) => table.setFilter(end, fromLocalField(value))}
          />
        </div>
      ))}
    </div>
  );
}

interface ChoiceFilterProps<F extends string, V extends string> {
  table: Filtered<F>;
  name: F;
  label: string;
  /** What stands there while nothing is chosen. */
  any: string;
  choices: readonly { value: V; label: string }[];
}

export function ChoiceFilter<F extends string, V extends string>(props: ChoiceFilterProps<F, V>) {
  const { table, name, label, any, choices } = props;
  const chosen = choices.find((choice) => choice.value === table.filter(name));
  return (
    <Select<V>
      className="logs-choice"
      aria-label={label}
      placeholder={any}
      allowClear
      options={choices.map((choice) => ({ ...choice }))}
      value={chosen?.value ?? null}
      onChange={(value: V | undefined) => table.setFilter(name, value)}
    />
  );
}

/** A filter that came with a link: it can only be taken away. */
export function LinkedFilter<F extends string>({
  table,
  name,
  label,
}: {
  table: Filtered<F>;
  name: F;
  label: string;
}) {
  const { t } = useTranslation();
  if (table.filter(name) === undefined) return null;
  return (
    <Button
      aria-label={t('ui.table.removeFilter', { name: label })}
      icon={<Icon name="close" size={14} />}
      iconPlacement="end"
      onClick={() => table.setFilter(name, undefined)}
    >
      {label}
    </Button>
  );
}

interface ExportMenuProps {
  pending: boolean;
  choose(format: ExportFormat): void;
  /** What else it can be kept as. */
  more?: readonly MenuItem[];
}

const NOTHING_MORE: readonly MenuItem[] = [];

/** What is shown, as a file. */
export function ExportMenu({ pending, choose, more = NOTHING_MORE }: ExportMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('logs.export')}
      groups={[
        {
          id: 'formats',
          items: [
            { id: 'xlsx', label: t('logs.xlsx'), icon: 'sheet', run: () => choose('xlsx') },
            { id: 'csv', label: t('logs.csv'), icon: 'log', run: () => choose('csv') },
          ],
        },
        ...(more.length === 0 ? [] : [{ id: 'more', items: more }]),
      ]}
      renderTrigger={(props) => (
        <Button {...props} icon={<Icon name="download" />} loading={pending}>
          {t('logs.export')}
        </Button>
      )}
    />
  );
}
