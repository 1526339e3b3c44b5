import { afterEach, expect, it, vi } from 'vitest';
import { expectSessionEnd, sessionEnded, whenSessionEnds } from './session-ended.ts';

afterEach(() => expectSessionEnd(false));

it('tells why a session is over', () => {
  const listener = vi.fn();
  whenSessionEnds(listener);
  sessionEnded('tokenTimeout');
  expect(listener).toHaveBeenCalledExactlyOnceWith('tokenTimeout');
});

it('tells nothing to somebody who is leaving, until they are back', () => {
  const listener = vi.fn();
  whenSessionEnds(listener);
  expectSessionEnd(true);
  sessionEnded('tokenTimeout');
  expect(listener).not.toHaveBeenCalled();
  expectSessionEnd(false);
  sessionEnded('accountError');
  expect(listener).toHaveBeenCalledExactlyOnceWith('accountError');
});
