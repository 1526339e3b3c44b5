import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Popup } from '../../../shared/ui/actions/Popup.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import './devices.css';

export interface Filter {
  name: string;
  label: string;
  value: string | undefined;
  choices: readonly { value: string; label: string }[];
  onChange(value: string | undefined): void;
}

const WIDTH_PX = 300;

function FilterSelect({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="devices-filter">
      <label htmlFor={id}>{filter.label}</label>
      <select
        id={id}
        className="devices-select"
        value={filter.value ?? ''}
        onChange={(event) => filter.onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">{t('ui.table.anyOf')}</option>
        {filter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Rarely used filters in a menu; active ones are shown beside it and removed with one click. */
export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const used = filters.filter(({ value }) => value !== undefined);
  return (
    <>
      <Popup
        kind="dialog"
        label={t('ui.table.filters')}
        width={WIDTH_PX}
        renderTrigger={(props) => (
          <button {...props} type="button" className="devices-filters">
            <Icon name="filter" size={14} />
            {t('ui.table.filters')}
          </button>
        )}
      >
        {() => (
          <div className="devices-filter-list">
            {filters.map((filter) => (
              <FilterSelect key={filter.name} filter={filter} />
            ))}
          </div>
        )}
      </Popup>
      {used.map((filter) => {
        const shown = filter.choices.find(({ value }) => value === filter.value)?.label ?? filter.value;
        const name = `${filter.label}: ${shown}`;
        return (
          <button
            key={filter.name}
            type="button"
            className="devices-chip"
            aria-label={t('ui.table.removeFilter', { name })}
            onClick={() => filter.onChange(undefined)}
          >
            {name}
            <Icon name="close" size={12} />
          </button>
        );
      })}
    </>
  );
}
