import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { rememberBigScreen } from '../../../shared/routing/from-big-screen.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { useHealth, useWallPlace } from '../big-screen.queries.ts';
import { MapPanel, SitePanel, TopsPanel, TrendsPanel } from '../components/Panels.tsx';
import { WallAlarms, WallDevices, WallVerdict } from '../components/Rail.tsx';
import { Strip } from '../components/Strip.tsx';
import '../components/wall.css';
import { WallButton, WallFrame } from '../components/WallFrame.tsx';
import { isForWall } from '../is-for-wall.ts';
import type { Panel } from '../rotation.ts';
import { useFullScreen } from '../use-full-screen.ts';
import { useLostSince } from '../use-lost.ts';
import { type Rotation, useRotation } from '../use-rotation.ts';

const NO_SITES = [] as const;

/** Arrows turn, space stops and starts, F fills the screen. */
function useWallKeys({ turn, toggle }: Rotation, fullScreen: () => void): void {
  useEffect(() => {
    const over = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!isForWall(event)) return;
        const onControl = event.target instanceof Element && event.target.closest('button, a');
        if (event.key === 'ArrowRight') turn(1);
        else if (event.key === 'ArrowLeft') turn(-1);
        else if (event.key === ' ' && !onControl) toggle();
        else if (event.key === 'f') fullScreen();
        else return;
        event.preventDefault();
      },
      { signal: over.signal },
    );
    return () => over.abort();
  }, [turn, toggle, fullScreen]);
}

function usePanelName(): (panel: Panel) => string {
  const { t } = useTranslation();
  return (panel) => (panel.kind === 'site' ? panel.site.siteName : t(`big-screen.panel.${panel.kind}`));
}

/** For a wall: the whole network, turning through its parts by itself, and asking nobody for anything. */
export default function BigShowPage() {
  const { t } = useTranslation();
  const { place, name } = useWallPlace();
  const account = useSession((state) => state.currentRole?.accountName ?? '');
  const health = useHealth(place);
  const rotation = useRotation(health.data?.sites ?? NO_SITES);
  const nameOf = usePanelName();
  const lostSince = useLostSince(health);
  const { toggle: fullScreen } = useFullScreen();
  const { search } = useLocation();
  useEffect(() => rememberBigScreen(search), [search]);
  useWallKeys(rotation, fullScreen);
  const { shown } = rotation;
  return (
    <WallFrame
      title={name ?? account}
      lostSince={lostSince}
      tools={
        <WallButton
          icon={rotation.turns ? 'pause' : 'resume'}
          label={rotation.turns ? t('big-screen.pause') : t('big-screen.resume')}
          onClick={rotation.toggle}
        />
      }
    >
      {health.error && !health.data && (
        <FailedState error={health.error} retry={() => void health.refetch()} />
      )}
      {health.data?.totals.sites === 0 && (
        <p className="wall-empty">
          {t('big-screen.empty')} <Link to="/home">{t('big-screen.emptyStep')}</Link>
        </p>
      )}
      {health.data && health.data.totals.sites > 0 && shown && (
        <div className="wall-body">
          <section className="wall-stage" aria-labelledby="wall-panel">
            <header className="wall-stage-head">
              <h2 id="wall-panel">{nameOf(shown)}</h2>
              <ol className="wall-dots" aria-label={t('big-screen.panels')}>
                {rotation.panels.map((panel) => (
                  <li key={panel.key}>
                    <button
                      type="button"
                      className="wall-dot"
                      aria-label={nameOf(panel)}
                      title={nameOf(panel)}
                      aria-current={panel.key === shown.key}
                      data-turns={rotation.turns && panel.key === shown.key}
                      onClick={() => rotation.show(panel.key)}
                    />
                  </li>
                ))}
              </ol>
            </header>
            {/* Those of the whole stay made: when the line is lost, what was fetched can still be shown. */}
            <div className="wall-panel" inert={shown.kind !== 'map'} data-shown={shown.kind === 'map'}>
              <MapPanel health={health.data} onOpen={rotation.show} />
            </div>
            <div className="wall-panel" inert={shown.kind !== 'trends'} data-shown={shown.kind === 'trends'}>
              <TrendsPanel place={place} />
            </div>
            <div className="wall-panel" inert={shown.kind !== 'tops'} data-shown={shown.kind === 'tops'}>
              <TopsPanel place={place} />
            </div>
            {shown.kind === 'site' && (
              <div className="wall-panel" data-shown>
                <SitePanel key={shown.key} site={shown.site} />
              </div>
            )}
          </section>
          <aside className="wall-rail">
            <WallVerdict health={health.data} />
            <WallAlarms place={place} title={t('big-screen.alarms')} />
            <WallDevices place={place} />
          </aside>
          <Strip place={place} totals={health.data.totals} />
        </div>
      )}
    </WallFrame>
  );
}
