import { PAGE_SIZES } from '@airloom/contract/paging';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../form/ChoiceMenu.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { lastPage } from './table-params.ts';

interface PagerProps {
  /** What the table holds: two tables on one screen need two names. */
  label: string;
  page: number;
  size: number;
  total: number;
  onChange(changes: { page?: number; size?: number }): void;
}

export function Pager({ label, page, size, total, onChange }: PagerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const last = lastPage(total, size);
  const from = (page - 1) * size + 1;
  const range = {
    from: format.number(Math.min(from, total)),
    to: format.number(Math.min(total, from + size - 1)),
    total: format.number(total),
  };
  return (
    <nav className="pager" aria-label={t('ui.table.pages', { label })}>
      <span className="pager-range">{t('ui.table.range', range)}</span>
      {total > PAGE_SIZES[0] && (
        <ChoiceMenu
          label={t('ui.table.perPage')}
          choices={PAGE_SIZES.map((choice) => ({
            value: choice,
            label: t('ui.table.sizeChoice', { size: format.number(choice) }),
          }))}
          value={size}
          onChange={(next) => onChange({ size: next })}
        />
      )}
      {last > 1 && (
        <>
          <IconButton
            icon="left"
            label={t('ui.table.previous')}
            disabled={page <= 1}
            onClick={() => onChange({ page: page - 1 })}
          />
          <span className="pager-page">
            {t('ui.table.page', { page: format.number(page), last: format.number(last) })}
          </span>
          <IconButton
            icon="right"
            label={t('ui.table.next')}
            disabled={page >= last}
            onClick={() => onChange({ page: page + 1 })}
          />
        </>
      )}
    </nav>
  );
}
