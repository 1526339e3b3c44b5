import { Slider } from 'antd';
import { Pause, Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../../../shared/form/ChoiceMenu.tsx';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { type Cast, sizeIn } from '../cast.ts';
import type { TerminalControl } from './Terminal.tsx';

const Terminal = lazy(() => import('./Terminal.tsx'));

const SPEEDS = [0.5, 1, 2, 4, 8] as const;
const FRAME_MS = 50;

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Plays a recording: pause, speed, and any position. */
export function Player({ cast }: { cast: Cast }) {
  const { t } = useTranslation();
  const control = useRef<TerminalControl | null>(null);
  /** The next event. */
  const next = useRef(0);
  const [position, setPosition] = useState(0);
  const [isPlaying, setPlaying] = useState(true);
  const [speed, setSpeed] = useState<number>(1);
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    const xterm = control.current?.xterm;
    if (!isReady || xterm === undefined) return;
    for (; next.current < cast.events.length; next.current += 1) {
      const event = cast.events[next.current];
      if (event === undefined || event.seconds > position) break;
      if (event.code === 'o') xterm.write(event.text);
      if (event.code === 'm') xterm.write(`\r\n${t('web-shell.replay.full')}\r\n`);
      const size = event.code === 'r' ? sizeIn(event.text) : null;
      if (size !== null) xterm.resize(size.columns, size.rows);
    }
  }, [cast, position, isReady, t]);

  useEffect(() => {
    if (!isPlaying || !isReady) return;
    const timer = window.setInterval(
      () => setPosition((at) => Math.min(cast.seconds, at + (FRAME_MS / 1000) * speed)),
      FRAME_MS,
    );
    return () => window.clearInterval(timer);
  }, [isPlaying, isReady, speed, cast]);

  const isOver = position >= cast.seconds;

  /** An earlier position is drawn from the beginning. */
  function seek(to: number): void {
    if (to < position) {
      next.current = 0;
      control.current?.xterm.reset();
      control.current?.xterm.resize(cast.size.columns, cast.size.rows);
    }
    setPosition(to);
  }

  function toggle(): void {
    if (isOver) seek(0);
    setPlaying(isOver || !isPlaying);
  }

  const isRunning = isPlaying && !isOver;
  return (
    <div className="shell-replay">
      <div className="card shell-replay-bar">
        <IconButton
          icon={isRunning ? Pause : Play}
          label={isRunning ? t('web-shell.replay.pause') : t('web-shell.replay.play')}
          onClick={toggle}
        />
        <Slider
          min={0}
          max={Math.max(0.1, cast.seconds)}
          step={0.1}
          value={position}
          ariaLabelForHandle={t('web-shell.replay.position')}
          tooltip={{ formatter: (value) => clock(value ?? 0) }}
          onChange={seek}
        />
        <time>{`${clock(position)} / ${clock(cast.seconds)}`}</time>
        <ChoiceMenu<number>
          label={t('web-shell.replay.speed')}
          choices={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          value={speed}
          onChange={(value) => setSpeed(value)}
        />
      </div>
      <div className="card shell-replay-screen">
        <Suspense fallback={<Skeleton rows={8} />}>
          <Terminal
            label={t('nav.shellReplay')}
            isShown
            size={cast.size}
            onReady={(ready) => {
              control.current = ready;
              setReady(true);
            }}
          />
        </Suspense>
      </div>
    </div>
  );
}
