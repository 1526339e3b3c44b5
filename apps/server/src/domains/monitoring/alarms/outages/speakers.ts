import type { Uplinks } from '../../../network/topology/index.ts';

const NOBODY: readonly string[] = [];

/**
 * For each device that is away: which of those away speaks for it, as far up as the way is down, or null. Only
 * those of whom anybody would hear can speak. Whoever speaks for others speaks for himself too.
 */
export function speakersOf(
  away: ReadonlySet<string>,
  uplinks: Uplinks,
  heardOf: ReadonlySet<string>,
): ReadonlyMap<string, string | null> {
  const speakers = new Map<string, string | null>();
  const find = (id: string): string | null => {
    const known = speakers.get(id);
    if (known !== undefined) return known;
    for (const above of uplinks.get(id) ?? NOBODY) {
      const speaker = away.has(above) ? find(above) : null;
      if (speaker !== null) {
        speakers.set(id, speaker);
        return speaker;
      }
    }
    const own = heardOf.has(id) ? id : null;
    speakers.set(id, own);
    return own;
  };
  for (const id of away) find(id);
  return speakers;
}
