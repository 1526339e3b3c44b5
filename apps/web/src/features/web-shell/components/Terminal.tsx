import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal as Xterm } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useEffect, useEffectEvent, useRef } from 'react';
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
  isShown: boolean;
  /** A fixed size instead of one that fits the room. */
  size?: TerminalSize;
  onReady(control: TerminalControl, size: TerminalSize): void;
  onType?(text: string): void;
  onBinary?(text: string): void;
  onResize?(size: TerminalSize): void;
  /** True if the key was used and must not reach the device. */
  onKey?(event: KeyboardEvent): boolean;
}

const SCROLLBACK_LINES = 5_000;

/** A terminal of xterm.js that follows theme, font size and the room it has. */
export default function Terminal(props: TerminalProps) {
  const { label, isShown, size } = props;
  const place = useRef<HTMLElement>(null);
  const terminal = useRef<{ xterm: Xterm; fit: FitAddon | null } | null>(null);
  const scheme = useTheme((state) => state.scheme);
  const fontSize = useFontSize((state) => state.size);

  const open = useEffectEvent((element: HTMLElement) => {
    const xterm = new Xterm({
      fontFamily: FONTS.code,
      fontSize,
      theme: terminalTheme(scheme),
      minimumContrastRatio: 4.5,
      scrollback: SCROLLBACK_LINES,
      cursorBlink: size === undefined,
      disableStdin: size !== undefined,
      screenReaderMode: true,
      allowProposedApi: true,
      ...(size === undefined ? {} : { cols: size.columns, rows: size.rows }),
    });
    const search = new SearchAddon();
    xterm.loadAddon(search);
    const fit = new FitAddon();
    xterm.loadAddon(fit);
    xterm.open(element);
    if (size === undefined) fit.fit();
    const control = {
      xterm,
      search,
      write: (bytes: Uint8Array, drawn: () => void) => xterm.write(bytes, drawn),
    };
    props.onReady(control, { columns: xterm.cols, rows: xterm.rows });
    return { xterm, fit: size === undefined ? fit : null };
  });
  const onType = useEffectEvent((text: string) => props.onType?.(text));
  const onBinary = useEffectEvent((text: string) => props.onBinary?.(text));
  const onResize = useEffectEvent((changed: TerminalSize) => props.onResize?.(changed));
  const onKey = useEffectEvent((event: KeyboardEvent) => props.onKey?.(event) === true);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const opened = open(element);
    const { xterm, fit } = opened;
    terminal.current = opened;
    xterm.onData((text) => onType(text));
    xterm.onBinary((text) => onBinary(text));
    xterm.onResize(({ cols, rows }) => onResize({ columns: cols, rows }));
    xterm.attachCustomKeyEventHandler((event) => !onKey(event));
    const watching = new ResizeObserver(() => {
      // A hidden tab has no room.
      if (element.clientWidth > 0) fit?.fit();
    });
    watching.observe(element);
    return () => {
      watching.disconnect();
      terminal.current = null;
      xterm.dispose();
    };
  }, []);

  useEffect(() => {
    if (terminal.current === null) return;
    const { xterm, fit } = terminal.current;
    xterm.options.theme = terminalTheme(scheme);
    xterm.options.fontSize = fontSize;
    fit?.fit();
  }, [scheme, fontSize]);

  useEffect(() => {
    if (!isShown) return;
    terminal.current?.fit?.fit();
    terminal.current?.xterm.focus();
  }, [isShown]);

  return <section ref={place} className="shell-terminal" aria-label={label} />;
}
