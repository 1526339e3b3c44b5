import type { Router } from './layers.ts';

/**
 * On a phone, each open drawer, dialog or sheet has an entry in the browser's history: Back closes it and stays on the
 * page. Entries are identified by the Navigation API, because the router replaces the state of the current one.
 */

interface Layer {
  /** False when it stays open for now, e.g. until a question is answered. */
  close(): boolean;
  index: number;
}

const layers: Layer[] = [];
/** Entries of layers that were left by opening another page. */
const abandoned = new Set<string>();
/** The lowest entry of layers that were closed, until it is removed or used by the next layer. */
let released: { index: number; timer: ReturnType<typeof setTimeout> } | null = null;
let router: Router | undefined;
let lastIndex = -1;
/** The address to show after an entry was removed. */
let carried: string | null = null;

const PAUSE_MS = 20;

function entryIndex(): number {
  return window.navigation.currentEntry?.index ?? -1;
}

function address(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}

function pushEntry(): number {
  window.history.pushState(window.history.state, '');
  lastIndex = entryIndex();
  return lastIndex;
}

/** Removes the entry of a closed layer, unless another page is being opened from it. */
function removeEntry(index: number): void {
  released = null;
  const next = router?.state.navigation;
  const steps = entryIndex() - index + 1;
  if (steps < 1 || layers.some((layer) => layer.index >= index)) return;
  if (next !== undefined && next.state !== 'idle') {
    if (next.location.pathname === window.location.pathname) release(index);
    else abandoned.add(window.navigation.currentEntry?.key ?? '');
    return;
  }
  carried = address();
  window.history.go(-steps);
}

function release(index: number): void {
  // A question and the drawer that it is about may close together.
  const lowest = Math.min(index, released?.index ?? index);
  if (released !== null) clearTimeout(released.timer);
  released = { index: lowest, timer: setTimeout(() => removeEntry(lowest), PAUSE_MS) };
}

/** Filters and the like that were changed in the layer belong to the page below, whose entry has the address from before. */
function carry(): void {
  const wanted = carried;
  carried = null;
  const isSamePage = wanted?.split(/[?#]/)[0] === window.location.pathname;
  if (wanted !== null && isSamePage && wanted !== address())
    void router?.navigate(wanted, { replace: true, preventScrollReset: true });
}

function onPopState(): void {
  const index = entryIndex();
  const isBack = index < lastIndex;
  lastIndex = index;
  if (carried !== null) {
    carry();
    return;
  }
  if (isBack && abandoned.has(window.navigation.currentEntry?.key ?? '')) {
    window.history.back();
    return;
  }
  const top = layers.at(-1);
  if (top === undefined || top.index <= index || router === undefined) return;
  const { pathname, search, hash } = router.state.location;
  const isSamePage = pathname === window.location.pathname;
  carried = isSamePage ? `${pathname}${search}${hash}` : null;
  carry();
  if (isSamePage && !top.close()) {
    top.index = pushEntry();
    return;
  }
  layers.pop();
}

/** Returns what is called once the layer is closed. */
export function openLayer(known: Router, close: () => boolean): () => void {
  if (!('navigation' in window)) return () => undefined;
  if (router !== known) {
    router = known;
    // The router's own listener is older, so it runs first.
    window.addEventListener('popstate', onPopState);
  }
  if (released !== null) clearTimeout(released.timer);
  const layer = { close, index: released === null ? pushEntry() : entryIndex() };
  released = null;
  layers.push(layer);
  return () => {
    const place = layers.indexOf(layer);
    if (place === -1) return; // closed by Back
    layers.splice(place, 1);
    release(layer.index);
  };
}
