import { use, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../../../shared/form/ChoiceMenu.tsx';
import { InSheet } from '../../../shared/table/SheetContext.ts';
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
/** Stands for no filter. */
const ANY = '';

function FilterSelect({ filter }: { filter: Filter }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="devices-filter">
      <span id={id}>{filter.label}</span>
      <ChoiceMenu
        label={filter.label}
        labelledBy={id}
        choices={[{ value: ANY, label: t('ui.table.anyOf') }, ...filter.choices]}
        value={filter.value ?? ANY}
        onChange={(value) => filter.onChange(value === ANY ? undefined : value)}
      />
    </div>
  );
}

/** Rarely used filters in a menu; active ones are shown beside it and removed with one click. */
export function FilterMenu({ filters }: { filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const isInSheet = use(InSheet);
  const used = filters.filter(({ value }) => value !== undefined);
  const list = (
    <div className="devices-filter-list">
      {filters.map((filter) => (
        <FilterSelect key={filter.name} filter={filter} />
      ))}
    </div>
  );
  if (isInSheet) return list;
  return (
    <>
      <Popup
        kind="dialog"
        label={t('ui.table.filters')}
        width={WIDTH_PX}
        renderTrigger={(props) => (
          <button {...props} type="button" className="field-button">
            <Icon name="filter" size={14} />
            {t('ui.table.filters')}
          </button>
        )}
      >
        {() => list}
      </Popup>
      {used.map((filter) => {
        const shown = filter.choices.find(({ value }) => value === filter.value)?.label ?? filter.value;
        const name = `${filter.label}: ${shown}`;
        return (
          <button
            key={filter.name}
            type="button"
            className="field-button devices-chip"
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
