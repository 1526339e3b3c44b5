import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useEffect, useMemo, useState } from 'react';
import { type Panel, panelsOf, stepFrom } from './rotation.ts';

/** Long enough to read a panel. */
const PANEL_MS = 15_000;
const STILL = window.matchMedia('(prefers-reduced-motion: reduce)');

export interface Rotation {
  panels: readonly Panel[];
  shown: Panel | undefined;
  /** Whether it rotates automatically. */
  turns: boolean;
  turn(by: number): void;
  /** Chooses a panel by key, or a site by id. */
  show(key: string): void;
  toggle(): void;
}

/** Rotates through the panels. With reduced motion it starts paused. */
export function useRotation(sites: readonly SiteHealth[]): Rotation {
  const [key, setKey] = useState('map');
  const [turns, setTurns] = useState(!STILL.matches);
  const panels = useMemo(() => panelsOf(sites, key), [sites, key]);
  const shown = panels.find((panel) => panel.key === key) ?? panels[0];

  useEffect(() => {
    if (!turns) return;
    const timer = setTimeout(() => setKey(stepFrom(panels, key, 1)), PANEL_MS);
    return () => clearTimeout(timer);
    // Answers arrive all the time; the interval runs from when the panel was shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [turns, key, panels.length]);

  return {
    panels,
    shown,
    turns,
    turn: (by) => setKey(stepFrom(panels, shown?.key ?? key, by)),
    show: setKey,
    toggle: () => setTurns((was) => !was),
  };
}
