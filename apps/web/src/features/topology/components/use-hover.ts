import { useState } from 'react';
import type { Point } from '../../../shared/viewport/geometry.ts';
import { toContent, type Viewport } from '../../../shared/viewport/viewport.ts';
import { linkAt, nodeAt, type Scene, strangerAt } from '../model/scene.ts';
import type { Tip } from './DiagramTip.tsx';
import type { Tips } from './use-tips.ts';

export const LINK_REACH_PX = 8;

interface Hover {
  /** What is under the pointer. */
  readonly key: string;
  readonly device: string | null;
  readonly isClickable: boolean;
  readonly tip: Tip | null;
  /** Where the pointer entered it. */
  readonly at: Point;
}

function found(scene: Scene, tips: Tips, at: Point, view: Viewport): Hover | null {
  const point = toContent(view, at);
  const node = nodeAt(scene, point);
  if (node !== undefined)
    return { key: node.id, device: node.id, isClickable: true, tip: tips.device(node), at };
  const stranger = strangerAt(scene, point);
  if (stranger !== undefined)
    return { key: stranger.id, device: null, isClickable: false, tip: tips.stranger(stranger), at };
  const link = linkAt(scene.links, point, LINK_REACH_PX / view.scale);
  if (link === undefined) return null;
  return { key: link.id, device: null, isClickable: link.links.length > 0, tip: tips.link(link), at };
}

/** The device, neighbour or link under the pointer. Renders only when it changes. */
export function useHover(scene: Scene, tips: Tips) {
  const [hover, setHover] = useState<Hover | null>(null);
  return {
    hover,
    hoverAt(at: Point | null, view: Viewport): void {
      const next = at === null ? null : found(scene, tips, at, view);
      setHover((before) => (before?.key === next?.key && next !== null ? before : next));
    },
  };
}
