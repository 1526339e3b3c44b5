import type { Asked } from './use-asked.ts';

/** Beside what comes live, so that the window moves on. */
const READ_AGAIN_MS = 60_000;

export function askedInput({ place, window }: Pick<Asked, 'place' | 'window'>) {
  return { ...place, ...(window.asked ?? { range: 'day' as const }) };
}

/** An interval that breaks a rule is not asked for: what was shown before stays beside what is wrong. */
export function askedOptions({ window }: Pick<Asked, 'window'>) {
  return {
    keepPrevious: true,
    enabled: window.asked !== null,
    ...(window.moves ? { every: READ_AGAIN_MS } : {}),
  };
}
