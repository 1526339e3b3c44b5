import type { ITheme } from '@xterm/xterm';
import { PALETTE, type Scheme } from '../../shared/theme/tokens.ts';

/** Colours of a terminal; the sixteen of programs keep enough contrast on both backgrounds. */
export function terminalTheme(scheme: Scheme): ITheme {
  const { surface, text, primary, selectedBg } = PALETTE[scheme];
  const base = {
    background: surface,
    foreground: text,
    cursor: primary,
    cursorAccent: surface,
    selectionBackground: scheme === 'light' ? '#b9cbfb' : '#34488a',
    selectionInactiveBackground: selectedBg,
  };
  return scheme === 'dark'
    ? base
    : {
        ...base,
        black: '#161b26',
        red: '#c42b3d',
        green: '#157a4a',
        yellow: '#8a6d00',
        blue: '#2f5bea',
        magenta: '#8a4fd3',
        cyan: '#0b7a78',
        white: '#5b6475',
        brightBlack: '#646d80',
        brightRed: '#b0202f',
        brightGreen: '#0f6b3f',
        brightYellow: '#7a5f00',
        brightBlue: '#2347c5',
        brightMagenta: '#7a3fc4',
        brightCyan: '#08696a',
        brightWhite: '#161b26',
      };
}
