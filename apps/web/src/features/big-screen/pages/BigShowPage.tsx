import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { rememberBigScreen } from '../../../shared/routing/from-big-screen.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { useScreenPlace } from '../big-screen.queries.ts';
import { BigScreen } from '../components/BigScreen.tsx';
import { ScreenButton } from '../components/ScreenFrame.tsx';
import { SCREEN_LINKS_PATH } from '../screen-links-path.ts';

/** Big screen of everything, or of the organization or site in the address. */
export default function BigShowPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { place, name } = useScreenPlace();
  const account = useSession((state) => state.currentRole?.accountName ?? '');
  const mayShare = useHolds('statistics:operate');
  const { search } = useLocation();
  useEffect(() => rememberBigScreen(search), [search]);
  return (
    <BigScreen
      place={place}
      title={name ?? account}
      tools={
        mayShare && (
          <ScreenButton
            icon="external"
            label={t('big-screen.share')}
            onClick={() => void navigate(SCREEN_LINKS_PATH)}
          />
        )
      }
    />
  );
}
