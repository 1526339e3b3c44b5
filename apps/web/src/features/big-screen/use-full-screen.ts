import { useSyncExternalStore } from 'react';

function subscribe(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

/** Full screen for the whole page, so that overlays show too. */
export function useFullScreen(): { full: boolean; possible: boolean; toggle(): void } {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    full,
    possible: document.fullscreenEnabled,
    toggle: () => {
      if (full) void document.exitFullscreen();
      else void document.documentElement.requestFullscreen();
    },
  };
}
