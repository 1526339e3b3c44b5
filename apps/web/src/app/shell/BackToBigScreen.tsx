import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bigScreenAddress } from '../../shared/routing/from-big-screen.ts';
import { useReturnToBigScreen } from '../../shared/routing/use-return-to-big-screen.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import './back-to-big-screen.css';

/** Link on pages opened from the big screen; returns by itself after a time without input. */
export function BackToBigScreen() {
  const { t } = useTranslation();
  useReturnToBigScreen();
  return (
    <Link to={bigScreenAddress()} className="back-to-big-screen">
      <Icon name="left" /> {t('shell.backToWall')}
    </Link>
  );
}
