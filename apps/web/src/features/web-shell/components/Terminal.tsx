import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal as Xterm } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { type RefObject, useEffect, useRef } from 'react';
import { useTheme } from '../../../shared/theme/theme-store.ts';
import { FONTS } from '../../../shared/theme/tokens.ts';
import { useFontSize } from '../font-size.ts';
import type { TerminalSize } from '../shell-line.ts';
import { terminalTheme } from '../terminal-theme.ts';

/** What the parts around the terminal do with it. */
export interface TerminalControl {
  readonly xterm: Xterm;
  readonly search: SearchAddon;
  /** `drawn` is called when the bytes are on the screen. */
  write(bytes: Uint8Array, drawn: () => void): void;
}

interface TerminalProps {
  label: string;
  control: RefObject<TerminalControl | null>;
  isShown: boolean;
  /** A fixed size instead of one that fits the room. */
  size?: TerminalSize;
  onReady(size: TerminalSize): void;
  onType?(text: string): void;
  onBinary?(text: string): void;
  onResize?(size: TerminalSize): void;
  /** True if the key was used and must not reach the device. */
  onKey?(event: KeyboardEvent): boolean;
}

const SCROLLBACK_LINES = 5_000;

/** A terminal of xterm.js that follows theme, font size and the room it has. */
export default function Terminal(props: TerminalProps) {
  const { label, control, isShown, size } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const fit = useRef<FitAddon | null>(null);
  const scheme = useTheme((state) => state.scheme);
  const fontSize = useFontSize((state) => state.size);

  useEffect(() => {
    if (place.current === null) return;
    const { size: fixed } = latest.current;
    const xterm = new Xterm({
      fontFamily: FONTS.code,
      fontSize: useFontSize.getState().size,
      theme: terminalTheme(useTheme.getState().scheme),
      minimumContrastRatio: 4.5,
      scrollback: SCROLLBACK_LINES,
      cursorBlink: fixed === undefined,
      disableStdin: fixed !== undefined,
      screenReaderMode: true,
      allowProposedApi: true,
      ...(fixed === undefined ? {} : { cols: fixed.columns, rows: fixed.rows }),
    });
    const search = new SearchAddon();
    xterm.loadAddon(search);
    const fitting = new FitAddon();
    xterm.loadAddon(fitting);
    xterm.open(place.current);
    control.current = { xterm, search, write: (bytes, drawn) => xterm.write(bytes, drawn) };
    fit.current = fixed === undefined ? fitting : null;
    fit.current?.fit();
    xterm.onData((text) => latest.current.onType?.(text));
    xterm.onBinary((text) => latest.current.onBinary?.(text));
    xterm.onResize(({ cols, rows }) => latest.current.onResize?.({ columns: cols, rows }));
    xterm.attachCustomKeyEventHandler((event) => latest.current.onKey?.(event) !== true);
    latest.current.onReady({ columns: xterm.cols, rows: xterm.rows });
    const watching = new ResizeObserver(() => {
      // A hidden tab has no room.
      if (place.current !== null && place.current.clientWidth > 0) fit.current?.fit();
    });
    watching.observe(place.current);
    return () => {
      watching.disconnect();
      control.current = null;
      xterm.dispose();
    };
  }, [control]);

  useEffect(() => {
    const xterm = control.current?.xterm;
    if (xterm === undefined) return;
    xterm.options.theme = terminalTheme(scheme);
    xterm.options.fontSize = fontSize;
    fit.current?.fit();
  }, [control, scheme, fontSize]);

  useEffect(() => {
    if (size !== undefined) control.current?.xterm.resize(size.columns, size.rows);
  }, [control, size]);

  useEffect(() => {
    if (!isShown) return;
    fit.current?.fit();
    control.current?.xterm.focus();
  }, [control, isShown]);

  return <div ref={place} className="shell-terminal" role="group" aria-label={label} />;
}
