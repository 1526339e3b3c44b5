import { useEffect } from 'react';
import { create } from 'zustand';

/** Reference counts of the live topics of visible pages. */
export const useWatched = create<{ topics: ReadonlyMap<string, number> }>(() => ({ topics: new Map() }));

function count(topic: string, by: 1 | -1): void {
  useWatched.setState(({ topics }) => {
    const wanted = (topics.get(topic) ?? 0) + by;
    const others = [...topics].filter(([other]) => other !== topic);
    return { topics: new Map(wanted > 0 ? [...others, [topic, wanted]] : others) };
  });
}

/** Hears of this one thing while the page is on screen. */
export function useWatch(topic: string): void {
  useEffect(() => {
    count(topic, 1);
    return () => count(topic, -1);
  }, [topic]);
}
