import { afterEach, expect, it, vi } from 'vitest';
import { expectSessionEnd, sessionEnded, whenSessionEnds } from './session-ended.ts';

afterEach(() => expectSessionEnd(false));

it('reports why a session ended', () => {
  const listener = vi.fn();
  whenSessionEnds(listener);
  sessionEnded('tokenTimeout');
  expect(listener).toHaveBeenCalledExactlyOnceWith('tokenTimeout');
});

it('reports nothing while the person signs out, until the next sign-in', () => {
  const listener = vi.fn();
  whenSessionEnds(listener);
  expectSessionEnd(true);
  sessionEnded('tokenTimeout');
  expect(listener).not.toHaveBeenCalled();
  expectSessionEnd(false);
  sessionEnded('accountError');
  expect(listener).toHaveBeenCalledExactlyOnceWith('accountError');
});
