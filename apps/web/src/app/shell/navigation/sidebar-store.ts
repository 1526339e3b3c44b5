import { create } from 'zustand';

const KEY = 'sidebar';

export const useSidebar = create<{ iconsOnly: boolean; toggle(): void }>((set, get) => ({
  iconsOnly: localStorage.getItem(KEY) === 'icons',
  toggle() {
    const iconsOnly = !get().iconsOnly;
    localStorage.setItem(KEY, iconsOnly ? 'icons' : 'words');
    set({ iconsOnly });
  },
}));
