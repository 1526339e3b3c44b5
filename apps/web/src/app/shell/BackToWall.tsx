import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wallAddress } from '../../shared/routing/from-wall.ts';
import { useBackToWall } from '../../shared/routing/use-back-to-wall.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import './back-to-wall.css';

/** On a page that was opened from the wall, and goes back to it by itself too. */
export function BackToWall() {
  const { t } = useTranslation();
  useBackToWall();
  return (
    <Link to={wallAddress()} className="back-to-wall">
      <Icon name="left" /> {t('shell.backToWall')}
    </Link>
  );
}
