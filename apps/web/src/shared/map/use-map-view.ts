import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { Point, Size } from '../viewport/geometry.ts';
import { CLOSEST, fitView, kept, moved, type View, zoomed } from './view.ts';

interface MapView {
  view: View | null;
  size: Size | null;
  zoom(steps: number): void;
  move(byX: number, byY: number): void;
  fit(): void;
  show(view: View): void;
}

/** How far the wheel turns for one step. */
const WHEEL_STEP = 120;

/** The size of the frame, as it changes. */
function useSize(frame: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const { current: element } = frame;
    if (!element) return;
    const measure = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    measure.observe(element);
    return () => measure.disconnect();
  }, [frame]);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

/** Shows all points until somebody turns to something else. */
export function useMapView(
  frame: RefObject<HTMLElement | null>,
  points: readonly Point[],
  padding: number,
  closest: number = CLOSEST,
): MapView {
  const size = useSize(frame);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = size && (chosen ? kept(chosen, size, closest) : fitView(points, size, padding));

  const change = useCallback(
    (to: (view: View, size: Size) => View) => {
      if (size) setChosen((was) => to(was ?? fitView(points, size, padding), size));
    },
    [size, points, padding],
  );

  useEffect(() => {
    const { current: element } = frame;
    if (!element) return;
    const over = new AbortController();
    let from: Point | null = null;
    // A page scrolls under the wheel as everywhere; with Ctrl, or two fingers, the map comes closer.
    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = element.getBoundingClientRect();
        const at = { x: event.clientX - box.left, y: event.clientY - box.top };
        change((was, of) => zoomed(was, of, -event.deltaY / WHEEL_STEP, at, closest));
      },
      { passive: false, signal: over.signal },
    );
    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
        from = { x: event.clientX, y: event.clientY };
        element.setPointerCapture(event.pointerId);
      },
      { signal: over.signal },
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        if (!from) return;
        const [byX, byY] = [event.clientX - from.x, event.clientY - from.y];
        from = { x: event.clientX, y: event.clientY };
        change((was, of) => moved(was, of, byX, byY, closest));
      },
      { signal: over.signal },
    );
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, () => (from = null), { signal: over.signal });
    }
    return () => over.abort();
  }, [frame, change, closest]);

  return {
    view,
    size,
    zoom: (steps) => change((was, of) => zoomed(was, of, steps, undefined, closest)),
    move: (byX, byY) => change((was, of) => moved(was, of, byX, byY, closest)),
    fit: () => setChosen(null),
    show: setChosen,
  };
}
