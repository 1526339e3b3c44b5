import type { Answer } from '@airloom/device-protocol/model';
import { expect, test } from 'vitest';
import type { InFlight } from './command-lifecycle.ts';
import { CommandsInFlight } from './in-flight.ts';

const NOW = 1_000_000;

function sent(id: string, more: Partial<InFlight> = {}): InFlight {
  return {
    tenant: 't',
    id,
    batchId: 'b',
    deviceId: 'd',
    deviceKind: 'ap',
    command: 'ping',
    params: {},
    sentAt: NOW,
    answeredAt: null,
    deadline: NOW + 60_000,
    seenOff: [],
    cameBack: null,
    ...more,
  };
}

function answer(id: number): Answer {
  return { id, error: 0, text: '', rejected: [], result: {} };
}

function holding(...commands: InFlight[]): CommandsInFlight {
  const all = new CommandsInFlight(
    () => NOW,
    () => undefined,
  );
  for (const command of commands) all.add(command);
  return all;
}

test('matches second answers by the wire id of the command, in any sequence', () => {
  const [one, two] = [sent('one'), sent('two')];
  const all = holding(one, two);
  const [first, second, other] = [answer(7), answer(7), answer(8)];
  // No wire id is known yet.
  for (const came of [other, first, second]) expect(all.answeredBy('d', came)).toBeNull();
  expect(all.sentUnder(one, first)).toEqual([second]);
  expect(all.sentUnder(two, other)).toEqual([]);
  expect(all.answeredBy('d', answer(7))).toEqual(one);
  expect(all.answeredBy('d', answer(8))).toEqual(two);
  expect(all.answeredBy('d', answer(9))).toBeNull();
});

test('does not match a second answer with a command of another connection', () => {
  const one = sent('one');
  const all = holding(one);
  const first = answer(1);
  all.answeredBy('d', first);
  all.forget('d');
  expect(all.sentUnder(one, first)).toEqual([]);
  all.add(sent('two'));
  expect(all.answeredBy('d', answer(1))).toBeNull();
});

test('forgets a command at its deadline, which may change', () => {
  const [over, moved] = [sent('over', { deadline: NOW }), sent('moved', { deadline: NOW })];
  const all = holding(over, moved);
  all.change(moved, { deadline: NOW + 1, answeredAt: NOW });
  expect(all.of('d')).toEqual([{ ...moved, deadline: NOW + 1, answeredAt: NOW }]);
  expect(all.find(over)).toBeNull();
  expect([all.end(moved), all.end(moved)]).toEqual([true, false]);
});
