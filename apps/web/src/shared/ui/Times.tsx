import { useSyncExternalStore } from 'react';
import { useFormat } from '../i18n/use-format.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for every "5 minutes ago" on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function DateTime({ at, zone }: { at: string; zone?: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {format.dateTime(at, zone)}
    </time>
  );
}

export function TimeAgo({ at, zone }: { at: string; zone?: string }) {
  const format = useFormat();
  const clock = useSyncExternalStore(subscribe, () => now);
  return (
    <time dateTime={at} title={format.dateTime(at, zone)} style={{ whiteSpace: 'nowrap' }}>
      {format.ago(at, Math.max(clock, Date.parse(at)))}
    </time>
  );
}
