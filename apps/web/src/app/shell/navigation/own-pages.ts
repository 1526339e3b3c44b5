import { create } from 'zustand';
import { persist } from 'zustand/middleware';

const RECENT_MAX = 8;

interface OwnPages {
  /** Paths of the pages a person pinned, oldest first. */
  favorites: readonly string[];
  /** Paths of the pages opened last, newest first. */
  recent: readonly string[];
  toggleFavorite(path: string): void;
  visit(path: string): void;
}

/** Favorites and recent pages of this browser: menu paths only, without account data. */
export const useOwnPages = create<OwnPages>()(
  persist(
    (set) => ({
      favorites: [],
      recent: [],
      toggleFavorite: (path) =>
        set(({ favorites }) => ({
          favorites: favorites.includes(path)
            ? favorites.filter((other) => other !== path)
            : [...favorites, path],
        })),
      visit: (path) =>
        set(({ recent }) =>
          recent[0] === path
            ? { recent }
            : { recent: [path, ...recent.filter((other) => other !== path)].slice(0, RECENT_MAX) },
        ),
    }),
    { name: 'pages', partialize: ({ favorites, recent }) => ({ favorites, recent }) },
  ),
);
