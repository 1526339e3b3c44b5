import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EVERYTHING, SCOPE_PARAMETER } from '../../../shared/session/scope-address.ts';
import type { TableState } from '../../../shared/table/use-table.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { type FilterName, LATELY } from '../online-filters.ts';

interface NoClientsProps {
  table: TableState<FilterName>;
  /** Whether only a part of what the person sees was searched. */
  isNarrow: boolean;
}

/** Nothing matches: offers wider searches for the same text. */
export function NoClients({ table, isNarrow }: NoClientsProps) {
  const { t } = useTranslation();
  const { search, filters } = table;
  const isOnlineOnly = table.filter('seen') !== LATELY;
  const others = Object.keys(filters).some((name) => name !== 'seen');
  const [, setQuery] = useSearchParams();
  const widen = (name: string, value: string) =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        for (const narrow of ['show', 'ssid', 'deviceUUID', 'page']) next.delete(narrow);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <output className="state">
      <Icon name="search" size={28} />
      <p className="state-title">
        {search === '' ? t('terminal-pages.noMatch.title') : t('terminal-pages.noMatch.of', { search })}
      </p>
      {search !== '' && <p className="state-text">{t('terminal-pages.noMatch.text')}</p>}
      <div className="state-actions">
        {isNarrow && (
          <Button type="primary" onClick={() => widen(SCOPE_PARAMETER, EVERYTHING)}>
            {t('terminal-pages.noMatch.allSites')}
          </Button>
        )}
        {isOnlineOnly && (
          <Button type={isNarrow ? 'default' : 'primary'} onClick={() => widen('seen', LATELY)}>
            {t('terminal-pages.noMatch.lately')}
          </Button>
        )}
        {(others || search !== '') && <Button onClick={table.clear}>{t('ui.table.clear')}</Button>}
      </div>
    </output>
  );
}
