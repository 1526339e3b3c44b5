import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../shared/live/connection-state.ts';
import './reconnecting-banner.css';

/** A connection that is back within this time was never missed. */
const SHOWN_AFTER_MS = 1_000;

function useIsLost(): boolean {
  const isLost = useConnectionState(({ lostAt }) => lostAt !== null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLost]);
  return isLost && isShown;
}

/** The server is out of reach. Above dialogs, which stay open meanwhile. */
export function ReconnectingBanner() {
  const { t } = useTranslation();
  const isLost = useIsLost();
  return (
    <output className="reconnecting">
      {isLost && (
        <p>
          <strong>{t('ui.away.title')}</strong> {t('ui.away.text')}
        </p>
      )}
    </output>
  );
}
