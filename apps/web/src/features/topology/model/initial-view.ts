import type { Layout } from '@airloom/contract/topology/topology.model';
import type { Box, Size } from '../../../shared/viewport/geometry.ts';
import { fitted, type Viewport } from '../../../shared/viewport/viewport.ts';

/** Narrower screens cannot show a whole network with names. */
const WIDE_PX = 600;
const LEGIBLE = 0.5;
const EDGE_PX = 12;

/** The whole diagram; on a phone its start with readable names. */
export function initialView(whole: Box, layout: Layout, screen: Size): Viewport {
  const all = fitted(whole, screen);
  if (screen.width >= WIDE_PX || all.scale >= LEGIBLE) return all;
  const [left, top] = [layout === 'right', layout === 'down'];
  const begin = { x: whole.x + (left ? 0 : whole.width / 2), y: whole.y + (top ? 0 : whole.height / 2) };
  const at = { x: left ? EDGE_PX : screen.width / 2, y: top ? EDGE_PX : screen.height / 2 };
  return { scale: LEGIBLE, x: at.x - begin.x * LEGIBLE, y: at.y - begin.y * LEGIBLE };
}
