import { useEffectEvent, useLayoutEffect } from 'react';
import { type Command, keyboard } from './keyboard.ts';

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** `run` returns whether it handled the key; if so, the default action is prevented. */
export function useKeyboard(run: (command: Command) => boolean): void {
  const onCommand = useEffectEvent(run);
  // Passive effects run after the page is painted: a key pressed in between would be lost.
  useLayoutEffect(() => {
    const read = keyboard();
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const command = read({
        key,
        ctrlKey,
        metaKey,
        altKey,
        writing: isWriting(event.target),
        at: event.timeStamp,
      });
      if (command && onCommand(command)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
