import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';

export function NoMatch({ clear }: { clear(): void }) {
  const { t } = useTranslation();
  return (
    <output className="state">
      <Icon name="search" size={28} />
      <p className="state-title">{t('ui.table.noMatch')}</p>
      <div className="state-actions">
        <Button onClick={clear}>{t('ui.table.clear')}</Button>
      </div>
    </output>
  );
}
