import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { Popup } from '../ui/actions/Popup.tsx';

interface ColumnChooserProps {
  columns: readonly { key: string; label: string }[];
  shown: readonly string[];
  /** Those of the shown ones for which the table has no room. */
  leftOut: readonly string[];
  onChange(shown: readonly string[]): void;
}

export function ColumnChooser({ columns, shown, leftOut, onChange }: ColumnChooserProps) {
  const { t } = useTranslation();
  return (
    <Popup
      kind="dialog"
      label={t('ui.table.columns')}
      align="end"
      renderTrigger={(props) => <IconButton {...props} icon={Columns3} label={t('ui.table.columns')} />}
    >
      {() => (
        <fieldset className="table-columns">
          <legend className="visually-hidden">{t('ui.table.columns')}</legend>
          {columns.map(({ key, label }) => {
            const on = shown.includes(key);
            return (
              <label key={key} className="table-column">
                <input
                  type="checkbox"
                  className="grid-check"
                  checked={on}
                  disabled={on && shown.length === 1}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...shown, key] : shown.filter((other) => other !== key))
                  }
                />
                {label}
                {on && leftOut.includes(key) && (
                  <span className="table-column-note">{t('ui.table.noRoom')}</span>
                )}
              </label>
            );
          })}
          {leftOut.length > 0 && <p className="table-columns-note">{t('ui.table.noRoomHint')}</p>}
        </fieldset>
      )}
    </Popup>
  );
}
