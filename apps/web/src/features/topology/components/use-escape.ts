import { useEffect } from 'react';

/** Runs `cancel` when Escape is pressed anywhere on the page, while it is on. */
export function useEscape(isOn: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [isOn, cancel]);
}
