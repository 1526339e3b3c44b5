import type { Box } from './geometry.ts';
import type { Camera } from './use-camera.ts';

const KEY_ZOOM = 1.25;
const KEY_PAN_PX = 80;

/** What keys do with the view: zoom, pan, show everything. */
export function viewportKeys(
  camera: Pick<Camera, 'zoom' | 'pan' | 'fit'>,
  whole: Box,
): Readonly<Record<string, () => void>> {
  return {
    '+': () => camera.zoom(KEY_ZOOM),
    '=': () => camera.zoom(KEY_ZOOM),
    '-': () => camera.zoom(1 / KEY_ZOOM),
    '0': () => camera.fit(whole),
    ArrowLeft: () => camera.pan({ x: KEY_PAN_PX, y: 0 }),
    ArrowRight: () => camera.pan({ x: -KEY_PAN_PX, y: 0 }),
    ArrowUp: () => camera.pan({ x: 0, y: KEY_PAN_PX }),
    ArrowDown: () => camera.pan({ x: 0, y: -KEY_PAN_PX }),
  };
}
