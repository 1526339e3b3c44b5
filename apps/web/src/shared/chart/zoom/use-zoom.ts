import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { withZoom, type Zoom } from './zoom.ts';

/** Sets the shown part of the window in the address; null shows all of it. Going back undoes it. */
export function useSetZoom(): (zoom: Zoom | null) => void {
  const [, setQuery] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  return useCallback((zoom) => setQuery((current) => withZoom(current, zoom), { state }), [setQuery, state]);
}
