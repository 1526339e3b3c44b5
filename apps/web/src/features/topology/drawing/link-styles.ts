import type { Colour } from '../../../shared/theme/tokens.ts';
import { busierOf, SHARE_STEPS, stepOf, TRAFFIC_STEPS_KBPS } from '../model/load.ts';
import type { SceneLink, SceneLinkKind } from '../model/scene-links.ts';

export interface LinkStyle {
  readonly colour: Colour;
  readonly width: number;
  /** Kinds differ without colours. */
  readonly dash: readonly number[];
}

export const LINK_STYLES: Readonly<Record<SceneLinkKind | 'down', LinkStyle>> = {
  wired: { colour: 'text3', width: 1.5, dash: [] },
  mesh: { colour: 'series2', width: 1.5, dash: [2, 4] },
  managed: { colour: 'series4', width: 1, dash: [8, 4, 2, 4] },
  manual: { colour: 'primary', width: 1.5, dash: [8, 4] },
  unseen: { colour: 'text3', width: 1, dash: [1, 5] },
  stranger: { colour: 'text3', width: 1, dash: [1, 3] },
  internet: { colour: 'text3', width: 1.75, dash: [] },
  down: { colour: 'error', width: 2, dash: [4, 3] },
};

/** Line widths by traffic, and colours by load, from the lowest step on; the first colour is that of the kind. */
export const TRAFFIC_WIDTHS = [1.5, 2.5, 3.5, 5, 7] as const;
export const LOAD_COLOURS = [null, 'warn', 'error'] as const satisfies readonly (Colour | null)[];

/** One object per look, so that lines are painted together by look. */
const known = new Map<string, LinkStyle>();

/** Wider with more traffic, coloured by the used share of the speed. */
export function styleOf({ kind, isUp, load }: SceneLink): LinkStyle {
  if (isUp === false) return LINK_STYLES.down;
  const kbps = busierOf(load);
  if (kbps === null) return LINK_STYLES[kind];
  const traffic = stepOf(TRAFFIC_STEPS_KBPS, kbps);
  const share = load.share === null ? 0 : stepOf(SHARE_STEPS, load.share);
  const key = `${kind} ${traffic} ${share}`;
  const style = known.get(key) ?? {
    ...LINK_STYLES[kind],
    width: TRAFFIC_WIDTHS[traffic] ?? LINK_STYLES[kind].width,
    colour: LOAD_COLOURS[share] ?? LINK_STYLES[kind].colour,
  };
  known.set(key, style);
  return style;
}
