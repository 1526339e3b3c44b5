import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { dropCookie, readCookie, writeCookie } from './cookies.ts';

/**
 * The token itself is an HttpOnly cookie that only the server sees. The time of the last request stands
 * beside it, shared by all tabs: while it is there, somebody is signed in.
 */
const LAST_REQUEST = 'lastRequestTime';
const TIME_ZONE = 'timeZone';

/** Requests the page makes on its own, such as live refreshes, must not keep a forgotten session alive. */
let personActed = true;
for (const event of ['pointerdown', 'keydown', 'wheel']) {
  window.addEventListener(
    event,
    () => {
      personActed = true;
    },
    { capture: true, passive: true },
  );
}

/** Everything on a page asks at every turn, and the browser keeps its cookies in another process. */
const KNOWN_FOR_MS = 100;
let known = { token: false, since: Number.NEGATIVE_INFINITY };

export function markSignedIn(): void {
  writeCookie(LAST_REQUEST, String(Date.now()));
  known.since = Number.NEGATIVE_INFINITY;
}

export function forgetSession(): void {
  dropCookie(LAST_REQUEST);
  known.since = Number.NEGATIVE_INFINITY;
}

export function hasToken(): boolean {
  const now = performance.now();
  if (now - known.since > KNOWN_FOR_MS) known = { token: readCookie(LAST_REQUEST) !== undefined, since: now };
  return known.token;
}

export function noteRequest(): void {
  if (!personActed) return;
  // Read anew, since it is written: another tab may have signed out a moment ago.
  const last = readCookie(LAST_REQUEST);
  if (last === undefined || isTooLongAgo(last)) return;
  personActed = false;
  markSignedIn();
}

function isTooLongAgo(last: string): boolean {
  return Date.now() - Number(last) > SESSION_LIMITS.inactivityMs;
}

export function hasTimedOut(): boolean {
  const last = readCookie(LAST_REQUEST);
  return last !== undefined && isTooLongAgo(last);
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** True when the browser's time zone is another than the stored one, which is then brought up to date. */
export function refreshTimeZone(): boolean {
  const zone = browserTimeZone();
  if (readCookie(TIME_ZONE) === zone) return false;
  writeCookie(TIME_ZONE, zone);
  return true;
}
