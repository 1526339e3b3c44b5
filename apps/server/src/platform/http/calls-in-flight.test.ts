import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { WITHIN } from '../../testing/within.ts';
import {
  CALL_LIMITS,
  type CallLimits,
  CallsInFlight,
  type CallToRun,
  callLimits,
} from './calls-in-flight.ts';

const limits: CallLimits = {
  perSessionMax: 2,
  perAccountMax: 3,
  searchesPerAccountMax: 1,
  waitingMax: 2,
  waitMaxMs: 60_000,
  readStatementMaxMs: 1_000,
};

function callOf(fields: Partial<CallToRun> = {}): CallToRun {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  return { tenant: 'one', session: 'anna', isSearch: false, limits, response, ...fields };
}

/** Calls that run until they are ended, and which of them have begun. */
function stage() {
  const inFlight = new CallsInFlight();
  const begun: string[] = [];
  const start = (name: string, call: CallToRun) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = inFlight
      .run(call, () => {
        begun.push(name);
        return promise;
      })
      .then(
        () => 'answered',
        (error: Error) => error.message,
      );
    return { answered, end: resolve };
  };
  return { begun, start };
}

test('a call of another session does not wait behind a session that has used up its slots', async () => {
  const { begun, start } = stage();
  const calls = [1, 2, 3].map((number) => start(`anna ${number}`, callOf()));
  const other = start('ben', callOf({ session: 'ben' }));
  expect(begun).toEqual(['anna 1', 'anna 2', 'ben']);
  calls[0]?.end();
  await vi.waitUntil(() => begun.length > 3, WITHIN);
  expect(begun).toEqual(['anna 1', 'anna 2', 'ben', 'anna 3']);
  for (const call of [...calls, other]) call.end();
  expect(await Promise.all([...calls, other].map(({ answered }) => answered))).not.toContain('tooManyCalls');
});

test('an account that has used up its slots does not block another account', () => {
  const { begun, start } = stage();
  for (const session of ['a', 'b', 'c', 'd']) start(session, callOf({ session }));
  start('other account', callOf({ tenant: 'two' }));
  expect(begun).toEqual(['a', 'b', 'c', 'other account']);
});

test('a search waits for another search of the account while other calls run', () => {
  const { begun, start } = stage();
  start('search', callOf({ isSearch: true }));
  start('second search', callOf({ isSearch: true, session: 'ben' }));
  start('list', callOf({ session: 'ben' }));
  expect(begun).toEqual(['search', 'list']);
});

test('a call whose client has disconnected gives up its place', async () => {
  const { begun, start } = stage();
  const running = [1, 2].map((number) => start(`running ${number}`, callOf()));
  const left = callOf();
  const abandoned = start('abandoned', left);
  const kept = start('kept', callOf());
  expect(await start('too many', callOf()).answered).toBe('tooManyCalls');
  left.response.emit('close');
  expect(await abandoned.answered).toBe('tooManyCalls');
  const next = start('next', callOf());
  for (const call of [...running, kept, next]) call.end();
  expect(await kept.answered).toBe('answered');
  expect(await next.answered).toBe('answered');
  expect(begun).toEqual(['running 1', 'running 2', 'kept', 'next']);
});

test('the demo has lower limits in everything but the waiting time', () => {
  const { waitMaxMs, ...lower } = callLimits({ demo: true });
  expect(waitMaxMs).toBe(CALL_LIMITS.waitMaxMs);
  for (const [name, limit] of Object.entries(lower)) {
    expect([name, limit < callLimits({ demo: false })[name as keyof CallLimits]]).toEqual([name, true]);
  }
});
