export type Command = { do: 'palette' } | { do: 'help' } | { do: 'search' } | { do: 'jump'; keys: string };

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the focus is in a text input. */
  writing: boolean;
  at: number;
}

const JUMP_KEY = 'g';
const JUMP_LETTERS = 2;
/** Maximum time between the letters of a jump. */
const JUMP_MS = 1_500;

/** Maps key presses to commands; keeps only the letters of a started jump. */
export function keyboard(): (press: KeyPress) => Command | null {
  let letters: string | null = null;
  let until = 0;

  function readJump(key: string, at: number): Command | null {
    const typed: string = (letters ?? '') + key;
    letters = typed.length < JUMP_LETTERS ? typed : null;
    until = at + JUMP_MS;
    return letters === null ? { do: 'jump', keys: typed } : null;
  }

  return ({ key, ctrlKey, metaKey, altKey, writing, at }) => {
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { do: 'palette' };
    if (writing || ctrlKey || metaKey || altKey) return null;
    if (letters !== null && at <= until && /^[a-z]$/i.test(key)) return readJump(key.toLowerCase(), at);
    letters = key === JUMP_KEY ? '' : null;
    until = at + JUMP_MS;
    if (key === '/') return { do: 'search' };
    if (key === '?') return { do: 'help' };
    return null;
  };
}
