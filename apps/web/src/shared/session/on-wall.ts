import { hasTimedOut } from './session-cookies.ts';

/** Of this tab alone; a wall that is loaded again is still one. */
const KEY = 'onWall';

/** Nobody works at a wall: what it shows goes on, however long no hand was laid on it. */
export function standOnWall(stands: boolean): void {
  if (stands) sessionStorage.setItem(KEY, '1');
  else sessionStorage.removeItem(KEY);
}

export function standsOnWall(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

/**
 * Whoever set it up has been away for as long as ends a session anywhere else. It is still to be looked at, and
 * nothing more: a hand laid on it now may be anybody's.
 */
export function isUnattended(): boolean {
  return standsOnWall() && hasTimedOut();
}
