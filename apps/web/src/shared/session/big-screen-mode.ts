import { hasTimedOut } from './session-cookies.ts';

/** Session storage key: per tab, kept over a reload. */
const KEY = 'onWall';

/** A big screen has no input, so its session does not end when idle. */
export function setBigScreenMode(isOn: boolean): void {
  if (isOn) sessionStorage.setItem(KEY, '1');
  else sessionStorage.removeItem(KEY);
}

export function isBigScreenMode(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

/**
 * A big screen without input for longer than the idle timeout. It still shows data, but allows nothing else: later
 * input may come from anyone.
 */
export function isUnattended(): boolean {
  return isBigScreenMode() && hasTimedOut();
}
