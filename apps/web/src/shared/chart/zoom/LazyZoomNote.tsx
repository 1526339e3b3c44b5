import { lazy, Suspense } from 'react';
import type { Zoom } from './zoom.ts';

const ZoomNote = lazy(() => import('./ZoomNote.tsx'));

/** The shown part of the window, if it is not all of it. */
export function LazyZoomNote({ zoom }: { zoom: Zoom | null }) {
  return <Suspense>{zoom && <ZoomNote zoom={zoom} />}</Suspense>;
}
