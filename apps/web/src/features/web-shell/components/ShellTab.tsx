import { Button } from 'antd';
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { type LineState, ShellLine, type TerminalSize } from '../shell-line.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { FindBar } from './FindBar.tsx';
import { ShellBar } from './ShellBar.tsx';
import type { TerminalControl } from './Terminal.tsx';
import { useStateText } from './use-state-text.ts';

const Terminal = lazy(() => import('./Terminal.tsx'));

interface ShellTabProps {
  deviceUUID: string;
  name: string;
  isShown: boolean;
}

/** Copy, paste and find have Shift: without it the keys belong to the shell. */
function shortcutOf({ type, ctrlKey, shiftKey, code }: KeyboardEvent): 'copy' | 'paste' | 'find' | null {
  if (type !== 'keydown' || !ctrlKey || !shiftKey) return null;
  if (code === 'KeyC') return 'copy';
  if (code === 'KeyV') return 'paste';
  return code === 'KeyF' ? 'find' : null;
}

/** One device: its terminal, the state of its line, and what can be done with it. */
export function ShellTab({ deviceUUID, name, isShown }: ShellTabProps) {
  const { t } = useTranslation();
  const control = useRef<TerminalControl | null>(null);
  const line = useRef<ShellLine | null>(null);
  const [state, setState] = useState<LineState>({ kind: 'opening' });
  const [idleSeconds, setIdleSeconds] = useState(0);
  const [isRecorded, setRecorded] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const text = useStateText(state);

  useEffect(() => () => line.current?.close(), []);

  function start(ready: TerminalControl, size: TerminalSize): void {
    control.current = ready;
    line.current?.close();
    const opened = new ShellLine(deviceUUID, {
      onState: setState,
      onOutput: (bytes) => control.current?.write(bytes, () => opened.shown(bytes.length)),
      onIdle: setIdleSeconds,
      onRecorded: setRecorded,
      onAgain: () =>
        control.current?.xterm.write(`\r\n\u001b[2m── ${t('web-shell.reconnected')} ──\u001b[0m\r\n`),
    });
    line.current = opened;
    void opened.open(size);
  }

  function copy(): void {
    const selected = control.current?.xterm.getSelection() ?? '';
    if (selected !== '') void navigator.clipboard?.writeText(selected);
  }

  async function paste(): Promise<void> {
    try {
      control.current?.xterm.paste(await navigator.clipboard.readText());
    } catch {
      toast.error(t('web-shell.pasteFailed'));
    }
  }

  /** Pasting by keys is left to the browser, which asks for no permission. */
  function onKey(event: KeyboardEvent): boolean {
    const shortcut = shortcutOf(event);
    if (shortcut === null) return false;
    if (shortcut !== 'paste') event.preventDefault();
    if (shortcut === 'copy') copy();
    if (shortcut === 'find') setFinding(true);
    return true;
  }

  function openMenu(event: MouseEvent): void {
    event.preventDefault();
    setMenuAt({ x: event.clientX, y: event.clientY });
  }

  function reconnect(): void {
    void line.current?.open();
    control.current?.xterm.focus();
  }

  return (
    <section className="shell-tab" hidden={!isShown} aria-label={name}>
      <ShellBar
        state={state}
        text={text}
        isRecorded={isRecorded}
        onFind={() => setFinding(true)}
        onCopy={copy}
        onPaste={() => void paste()}
        onReconnect={reconnect}
        onStopRetrying={() => line.current?.stopRetrying()}
      />
      {idleSeconds > 0 && (
        <div className="shell-note" data-tone="warn" role="alert">
          <span>{t('web-shell.idle', { count: idleSeconds })}</span>
          <Button size="small" onClick={() => line.current?.stay()}>
            {t('web-shell.stay')}
          </Button>
        </div>
      )}
      {isFinding && (
        <FindBar
          control={control}
          onClose={() => {
            setFinding(false);
            control.current?.xterm.focus();
          }}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same actions are buttons of the bar */}
      <div className="shell-screen" onContextMenu={openMenu}>
        <Suspense fallback={<Skeleton rows={6} />}>
          <Terminal
            label={t('web-shell.terminal', { name })}
            isShown={isShown}
            onReady={start}
            onType={(typed) => line.current?.type(typed)}
            onBinary={(typed) => line.current?.typeBinary(typed)}
            onResize={(size) => line.current?.resize(size)}
            onKey={onKey}
          />
        </Suspense>
      </div>
      {menuAt && (
        <ContextMenu
          at={menuAt}
          onClose={() => setMenuAt(null)}
          items={[
            { id: 'copy', label: t('web-shell.copy'), run: copy },
            { id: 'paste', label: t('web-shell.paste'), run: () => void paste() },
            {
              id: 'selectAll',
              label: t('web-shell.selectAll'),
              run: () => control.current?.xterm.selectAll(),
            },
            { id: 'clear', label: t('web-shell.clear'), run: () => control.current?.xterm.clear() },
            { id: 'find', label: t('web-shell.find'), run: () => setFinding(true) },
          ]}
        />
      )}
    </section>
  );
}
