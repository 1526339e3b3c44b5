import { bigScreenCalls } from '@airloom/contract/big-screen/big-screen.calls';
import { BIG_SCREEN_ERRORS } from '@airloom/contract/big-screen/big-screen.errors';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { openLive } from '../../../shared/live/live-socket.ts';
import { placeOf } from '../../../shared/session/place.ts';
import { showScreenLink } from '../../../shared/session/screen-link.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { keepDark } from '../../../shared/theme/theme-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { addIcons, Icon } from '../../../shared/ui/Icon.tsx';
import { insideIcons } from '../../../shared/ui/inside-icons.ts';
import { BigScreen } from '../components/BigScreen.tsx';
import '../components/linked-screen.css';
import { LINKED_SCREEN_LIVE } from '../linked-screen-live.ts';
import { takeToken } from '../take-token.ts';

addIcons(insideIcons);

const token = takeToken();
/** Permissions and names of the link may change. */
const AGAIN_MS = 60_000;
const EVERYTHING = placeOf(null);

/** Why the link shows nothing any more; null for failures that may pass. */
function endOf(error: unknown): 'ended' | 'address' | null {
  if (!(error instanceof CallFailure)) return null;
  if (error.is(BIG_SCREEN_ERRORS.screenLinkEnded)) return 'ended';
  return error.is(BIG_SCREEN_ERRORS.screenLinkAddress) ? 'address' : null;
}

function Closed({ because }: { because: 'ended' | 'address' }) {
  const { t } = useTranslation();
  return (
    <div className="linked-screen-note">
      <Icon name="locked" size={48} />
      <h1>{t('big-screen.opened.title')}</h1>
      <p>{t(`big-screen.opened.${because}`)}</p>
    </div>
  );
}

/** The big screen of a link: `/screen?link=<id>#<token>`. */
export default function LinkedScreenPage() {
  const [query] = useSearchParams();
  const linkUUID = query.get('link') ?? '';
  const [isOver, setOver] = useState(false);
  const opening = useCall(
    bigScreenCalls.openScreenLink,
    { linkUUID, ...(token === undefined ? {} : { token }) },
    { evenHidden: true, ...(isOver ? {} : { every: AGAIN_MS }) },
  );
  const { data: opened, error } = opening;
  const end = linkUUID === '' ? 'ended' : endOf(error);
  const websocketUrl = opened?.websocketUrl;
  if (isOver !== (end !== null)) setOver(end !== null);

  useLayoutEffect(() => {
    keepDark(true);
    return () => keepDark(false);
  }, []);
  useLayoutEffect(() => {
    if (opened === undefined || end !== null) return;
    showScreenLink(linkUUID);
    useSession.setState({ screenPermissions: opened.permissions });
    return () => {
      showScreenLink(null);
      useSession.setState({ screenPermissions: null });
    };
  }, [linkUUID, opened, end]);
  useEffect(() => {
    if (websocketUrl === undefined || end !== null) return;
    return openLive(websocketUrl, LINKED_SCREEN_LIVE, () => void refreshCalls(bigScreenCalls.openScreenLink));
  }, [websocketUrl, end]);
  const isKnown = useSession((state) => state.screenPermissions !== null);

  return (
    <main id="main" className="linked-screen">
      {end !== null && <Closed because={end} />}
      {end === null && opened && isKnown && (
        <BigScreen place={EVERYTHING} title={opened.placeName || opened.accountName} linked />
      )}
      {end === null && !opened && error && <FailedState error={error} retry={() => void opening.refetch()} />}
    </main>
  );
}
