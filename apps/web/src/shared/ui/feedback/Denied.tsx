import { useTranslation } from 'react-i18next';
import { isPermissionKey, PERMISSION_NAMES } from '../../access/permission-names.ts';
import { Icon } from '../Icon.tsx';
import '../layout/page.css';

/** Says which right is missing, so that a person knows what to ask for. */
export function Denied({ missing }: { missing: string }) {
  const { t } = useTranslation();
  const [key = '', verb] = missing.split(':');
  const name = isPermissionKey(key) ? t(PERMISSION_NAMES[key]) : key;
  return (
    <output className="state">
      <Icon name="locked" size={28} />
      <span className="state-title">{t('ui.denied.title')}</span>
      <span className="state-text">
        {verb === 'operate' ? t('ui.denied.operate', { name }) : t('ui.denied.view', { name })}
      </span>
      <span className="state-text">{t('ui.denied.ask')}</span>
    </output>
  );
}
