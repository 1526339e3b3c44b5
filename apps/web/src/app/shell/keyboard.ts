export type Command = { do: 'palette' } | { do: 'help' } | { do: 'search' } | { do: 'jump'; key: string };

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the person is writing somewhere. */
  writing: boolean;
  at: number;
}

const JUMP_KEY = 'g';
/** A second key that comes later than this is a key of its own. */
const JUMP_MS = 1_500;

/** Turns key presses into commands; remembers only whether a `g` was just pressed. */
export function keyboard(): (press: KeyPress) => Command | null {
  let jumpUntil = Number.NEGATIVE_INFINITY;
  return ({ key, ctrlKey, metaKey, altKey, writing, at }) => {
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { do: 'palette' };
    if (writing || ctrlKey || metaKey || altKey) return null;
    const jumping = at <= jumpUntil;
    jumpUntil = Number.NEGATIVE_INFINITY;
    if (jumping) return { do: 'jump', key };
    if (key === JUMP_KEY) jumpUntil = at + JUMP_MS;
    if (key === '/') return { do: 'search' };
    if (key === '?') return { do: 'help' };
    return null;
  };
}
