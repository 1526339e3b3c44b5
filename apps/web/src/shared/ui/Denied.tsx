import { isGrant } from '@airloom/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import './page.css';

/** Says which right is missing, so that a person knows what to ask for. */
export function Denied({ missing }: { missing: string }) {
  const { t } = useTranslation();
  const [key, verb] = missing.split(':');
  return (
    <output className="state">
      <Icon name="locked" size={28} />
      <p className="state-title">{t('ui.denied.title')}</p>
      <p className="state-text">
        {t(verb === 'operate' ? 'ui.denied.operate' : 'ui.denied.view')}{' '}
        {isGrant(missing) && <code>{key}</code>}
      </p>
      <p className="state-text">{t('ui.denied.ask')}</p>
    </output>
  );
}
