import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Box, Point, Size } from './geometry.ts';
import { between, centred, fitted, panned, SCALE, type Viewport, zoomed } from './viewport.ts';

const FLIGHT_MS = 450;

/** Position and scale of the view. Changes do not render components. */
export interface Camera {
  view(): Viewport;
  size(): Size;
  pan(by: Point): void;
  /** Around a point of the screen; by default its centre. */
  zoom(factor: number, at?: Point): void;
  fit(box: Box): void;
  flyTo(point: Point): void;
}

export interface CameraOptions {
  /** Bounds of the whole content. */
  readonly whole: Box;
  /** The view until somebody changes it. */
  initialView(screen: Size): Viewport;
  /** Draws the content. Another function is painted at once, so it changes only with what it draws. */
  paint(context: CanvasRenderingContext2D, view: Viewport, screen: Size & { readonly ratio: number }): void;
}

interface Studio {
  readonly camera: Camera;
  /** The element that the canvas fills. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

/** Paints into the canvas at most once a frame, and only after changes. */
export function useCamera({ whole, initialView, paint }: CameraOptions): Studio {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<Viewport | null>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const due = useRef(0);
  const flight = useRef(0);
  const latest = useRef({ whole, initialView, paint });
  /** Initial target, until the size of the screen is known. */
  const aim = useRef<Point | null>(null);

  const repaint = useCallback((): void => {
    due.current ||= requestAnimationFrame(() => {
      due.current = 0;
      const context = canvas.current?.getContext('2d', { alpha: false });
      if (!context || size.current.width === 0) return;
      view.current ??=
        aim.current === null
          ? latest.current.initialView(size.current)
          : centred(aim.current, size.current, SCALE.near);
      latest.current.paint(context, view.current, { ...size.current, ratio: devicePixelRatio });
    });
  }, []);

  useEffect(() => {
    latest.current = { whole, initialView, paint };
    repaint();
  }, [whole, initialView, paint, repaint]);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      size.current = { width, height };
      if (canvas.current !== null) {
        canvas.current.width = Math.round(width * devicePixelRatio);
        canvas.current.height = Math.round(height * devicePixelRatio);
      }
      repaint();
    });
    observer.observe(element);
    // A canvas does not repaint when a font has loaded.
    void document.fonts.ready.then(repaint);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(due.current);
      cancelAnimationFrame(flight.current);
      due.current = 0;
    };
  }, [repaint]);

  const camera = useMemo((): Camera => {
    const now = (): Viewport => view.current ?? fitted(latest.current.whole, size.current);
    const look = (next: Viewport): void => {
      cancelAnimationFrame(flight.current);
      view.current = next;
      repaint();
    };
    const fly = (to: Viewport): void => {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
        look(to);
        return;
      }
      const from = now();
      const began = performance.now();
      const step = (at: number): void => {
        const part = Math.min(1, Math.max(0, (at - began) / FLIGHT_MS));
        view.current = between(from, to, part);
        repaint();
        if (part < 1) flight.current = requestAnimationFrame(step);
      };
      cancelAnimationFrame(flight.current);
      flight.current = requestAnimationFrame(step);
    };
    const middle = (): Point => ({ x: size.current.width / 2, y: size.current.height / 2 });
    return {
      view: now,
      size: () => size.current,
      pan: (by) => look(panned(now(), by)),
      zoom: (factor, at) => look(zoomed(now(), factor, at ?? middle())),
      fit: (box) => fly(fitted(box, size.current)),
      flyTo(point) {
        if (size.current.width === 0) aim.current = point;
        else fly(centred(point, size.current, Math.max(SCALE.near, now().scale)));
      },
    };
  }, [repaint]);
  return { camera, frame, canvas };
}
