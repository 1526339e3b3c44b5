import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface MapOpen {
  isOpen: boolean;
  toggle(): void;
}

/** Whether the map of the home page is shown, remembered in this browser. */
export const useMapOpen = create<MapOpen>()(
  persist((set) => ({ isOpen: true, toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })) }), {
    name: 'homeMap',
    partialize: ({ isOpen }) => ({ isOpen }),
  }),
);
