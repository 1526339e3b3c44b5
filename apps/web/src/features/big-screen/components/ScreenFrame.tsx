import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { bigScreenAddress } from '../../../shared/routing/from-big-screen.ts';
import { useReturnToBigScreen } from '../../../shared/routing/use-return-to-big-screen.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { isScreenShortcut } from '../is-screen-shortcut.ts';
import { useFullScreen } from '../use-full-screen.ts';
import { ScreenClock } from './ScreenClock.tsx';
import './big-screen.css';

export function ScreenButton({
  icon,
  label,
  pressed,
  onClick,
}: {
  icon: IconName;
  label: string;
  pressed?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      className="big-screen-button"
      aria-label={label}
      title={label}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}

/** Leaves a detail page by key. */
function useBackByKey(wanted: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!wanted) return;
    const over = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!isScreenShortcut(event)) return;
        if (event.key === 'Escape' || event.key === 'Backspace') void navigate(bigScreenAddress());
      },
      { signal: over.signal },
    );
    return () => over.abort();
  }, [wanted, navigate]);
}

interface ScreenFrameProps {
  title: string;
  /** Since when the shown data is outdated. */
  outdatedSince: number | null;
  /** A detail page links back to the big screen. */
  detail?: boolean;
  /** Opened by a link: there is no page to go to. */
  linked?: boolean;
  tools?: ReactNode;
  children: ReactNode;
}

/** Frame of big screen pages: scales with the window and shows when data is outdated. */
export function ScreenFrame({
  title,
  outdatedSince,
  detail = false,
  linked = false,
  tools,
  children,
}: ScreenFrameProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const screen = useFullScreen();
  useReturnToBigScreen(detail);
  useBackByKey(detail);
  return (
    <div className="big-screen" data-detail={detail}>
      <header className="big-screen-head">
        {!linked && (
          <Link to={detail ? bigScreenAddress() : '/home'} className="big-screen-back">
            <Icon name="left" size={20} /> {t(detail ? 'big-screen.back' : 'big-screen.leave')}
          </Link>
        )}
        <h1>{title}</h1>
        <output className="big-screen-line" data-lost={outdatedSince !== null}>
          {outdatedSince === null ? (
            <>
              <span className="big-screen-pulse" aria-hidden /> {t('big-screen.live')}
            </>
          ) : (
            <>
              <Icon name="warning" size={20} />
              {t('big-screen.lost', { since: format.dateTime(new Date(outdatedSince).toISOString()) })}
            </>
          )}
        </output>
        <ScreenClock />
        <div className="big-screen-tools">
          {tools}
          {screen.possible && (
            <ScreenButton
              icon={screen.full ? 'shrink' : 'fit'}
              label={screen.full ? t('big-screen.window') : t('big-screen.full')}
              onClick={screen.toggle}
            />
          )}
        </div>
      </header>
      {children}
    </div>
  );
}
