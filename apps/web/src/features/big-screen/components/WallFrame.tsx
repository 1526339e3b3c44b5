import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { bigScreenAddress } from '../../../shared/routing/from-big-screen.ts';
import { useReturnToBigScreen } from '../../../shared/routing/use-return-to-big-screen.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { isForWall } from '../is-for-wall.ts';
import { useFullScreen } from '../use-full-screen.ts';
import { WallClock } from './WallClock.tsx';
import './wall.css';

export function WallButton({
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
      className="wall-button"
      aria-label={label}
      title={label}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}

/** Away from a detail by key. */
function useBackByKey(wanted: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!wanted) return;
    const over = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!isForWall(event)) return;
        if (event.key === 'Escape' || event.key === 'Backspace') void navigate(bigScreenAddress());
      },
      { signal: over.signal },
    );
    return () => over.abort();
  }, [wanted, navigate]);
}

interface WallFrameProps {
  title: string;
  /** Since when what is shown is no longer news. */
  lostSince: number | null;
  /** A page beneath the wall leads back to it. */
  detail?: boolean;
  tools?: ReactNode;
  children: ReactNode;
}

/** Everything on a wall is as large as its window lets it be, and says when it is no longer live. */
export function WallFrame({ title, lostSince, detail = false, tools, children }: WallFrameProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const screen = useFullScreen();
  useReturnToBigScreen(detail);
  useBackByKey(detail);
  return (
    <div className="wall" data-detail={detail}>
      <header className="wall-head">
        {detail ? (
          <Link to={bigScreenAddress()} className="wall-back">
            <Icon name="left" size={20} /> {t('big-screen.back')}
          </Link>
        ) : (
          <Link to="/home" className="wall-back">
            <Icon name="left" size={20} /> {t('big-screen.leave')}
          </Link>
        )}
        <h1>{title}</h1>
        <output className="wall-line" data-lost={lostSince !== null}>
          {lostSince === null ? (
            <>
              <span className="wall-pulse" aria-hidden /> {t('big-screen.live')}
            </>
          ) : (
            <>
              <Icon name="warning" size={20} />
              {t('big-screen.lost', { since: format.dateTime(new Date(lostSince).toISOString()) })}
            </>
          )}
        </output>
        <WallClock />
        <div className="wall-tools">
          {tools}
          {screen.possible && (
            <WallButton
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
