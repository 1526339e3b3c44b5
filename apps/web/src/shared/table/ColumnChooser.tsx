import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/IconButton.tsx';
import { Popup } from '../ui/Popup.tsx';

interface ColumnChooserProps {
  columns: readonly { key: string; label: string }[];
  shown: readonly string[];
  onChange(shown: readonly string[]): void;
}

export function ColumnChooser({ columns, shown, onChange }: ColumnChooserProps) {
  const { t } = useTranslation();
  const list = (
    <fieldset className="table-columns" aria-label={t('ui.table.columns')}>
      {columns.map((column) => {
        const on = shown.includes(column.key);
        return (
          <Checkbox
            key={column.key}
            checked={on}
            disabled={on && shown.length === 1}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...shown, column.key] : shown.filter((key) => key !== column.key),
              )
            }
          >
            {column.label}
          </Checkbox>
        );
      })}
    </fieldset>
  );
  return (
    <Popup
      kind="dialog"
      label={t('ui.table.columns')}
      align="end"
      renderTrigger={(props) => <IconButton {...props} icon="columns" label={t('ui.table.columns')} />}
    >
      {() => list}
    </Popup>
  );
}
