import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Place } from '../../../shared/session/place.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { useHealth } from '../big-screen.queries.ts';
import { isScreenShortcut } from '../is-screen-shortcut.ts';
import type { Panel } from '../rotation.ts';
import { useFullScreen } from '../use-full-screen.ts';
import { useOutdatedSince } from '../use-outdated-since.ts';
import { type Rotation, useRotation } from '../use-rotation.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { MapPanel, SitePanel, TopsPanel, TrendsPanel } from './Panels.tsx';
import { AlarmsPanel, DevicesPanel, HealthStatus } from './SidePanels.tsx';
import './big-screen.css';
import { ScreenButton, ScreenFrame } from './ScreenFrame.tsx';

const NO_SITES = [] as const;

/** Arrow keys step, space pauses, F toggles full screen. */
function useScreenKeys({ turn, toggle }: Rotation, fullScreen: () => void): void {
  useEffect(() => {
    const over = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        if (!isScreenShortcut(event)) return;
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

interface BigScreenProps {
  place: Place;
  title: string;
  /** Opened by a link: there is no other page. */
  linked?: boolean;
  tools?: ReactNode;
}

/** The whole network, rotating through its panels without interaction. */
export function BigScreen({ place, title, linked = false, tools }: BigScreenProps) {
  const { t } = useTranslation();
  const health = useHealth(place);
  const rotation = useRotation(health.data?.sites ?? NO_SITES);
  const nameOf = usePanelName();
  const outdatedSince = useOutdatedSince(health);
  const { toggle: fullScreen } = useFullScreen();
  useScreenKeys(rotation, fullScreen);
  const { shown } = rotation;
  return (
    <ScreenFrame
      title={title}
      outdatedSince={outdatedSince}
      linked={linked}
      tools={
        <>
          {tools}
          <ScreenButton
            icon={rotation.turns ? 'pause' : 'resume'}
            label={rotation.turns ? t('big-screen.pause') : t('big-screen.resume')}
            onClick={rotation.toggle}
          />
        </>
      }
    >
      {health.error && !health.data && (
        <FailedState error={health.error} retry={() => void health.refetch()} />
      )}
      {health.data?.totals.sites === 0 && (
        <p className="big-screen-empty">
          {t('big-screen.empty')} {!linked && <Link to="/home">{t('big-screen.emptyStep')}</Link>}
        </p>
      )}
      {health.data && health.data.totals.sites > 0 && shown && (
        <div className="big-screen-body">
          <section className="big-screen-stage" aria-labelledby="big-screen-panel">
            <header className="big-screen-stage-head">
              <h2 id="big-screen-panel">{nameOf(shown)}</h2>
              <ol className="big-screen-dots" aria-label={t('big-screen.panels')}>
                {rotation.panels.map((panel) => (
                  <li key={panel.key}>
                    <button
                      type="button"
                      className="big-screen-dot"
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
            {/* Overview panels stay mounted, so that they can be shown while the connection is lost. */}
            <div className="big-screen-panel" inert={shown.kind !== 'map'} data-shown={shown.kind === 'map'}>
              <MapPanel health={health.data} onOpen={rotation.show} />
            </div>
            <div
              className="big-screen-panel"
              inert={shown.kind !== 'trends'}
              data-shown={shown.kind === 'trends'}
            >
              <TrendsPanel place={place} />
            </div>
            <div
              className="big-screen-panel"
              inert={shown.kind !== 'tops'}
              data-shown={shown.kind === 'tops'}
            >
              <TopsPanel place={place} />
            </div>
            {shown.kind === 'site' && (
              <div className="big-screen-panel" data-shown>
                <SitePanel key={shown.key} site={shown.site} />
              </div>
            )}
          </section>
          <aside className="big-screen-rail">
            <HealthStatus health={health.data} />
            <AlarmsPanel place={place} title={t('big-screen.alarms')} />
            <DevicesPanel place={place} />
          </aside>
          <KeyFigures place={place} totals={health.data.totals} />
        </div>
      )}
    </ScreenFrame>
  );
}
