import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Zoom } from '../zoom/zoom.ts';
import { type CrosshairStore, createCrosshair } from './crosshair.ts';

interface ChartPageValue {
  crosshair: CrosshairStore;
  /** Undefined where charts cannot be zoomed. */
  onZoom: ((zoom: Zoom) => void) | undefined;
}

const ChartPageContext = createContext<ChartPageValue | null>(null);

/** Charts inside share one crosshair and one zoom. */
export function ChartPage({
  onZoom,
  children,
}: {
  onZoom?: ((zoom: Zoom) => void) | undefined;
  children: ReactNode;
}) {
  const [crosshair] = useState(createCrosshair);
  const value = useMemo(() => ({ crosshair, onZoom }), [crosshair, onZoom]);
  return <ChartPageContext value={value}>{children}</ChartPageContext>;
}

/** A chart on its own has its own crosshair. */
export function useChartPage(): ChartPageValue {
  const [own] = useState(createCrosshair);
  return useContext(ChartPageContext) ?? { crosshair: own, onZoom: undefined };
}
