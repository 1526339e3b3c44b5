import { expect, test } from 'vitest';
import { Outbox } from './outbox.ts';

const always = () => true;

function report(seq: number, isLate = false) {
  return { seq, isLate, frame: `report ${seq}` };
}

function takeAll(outbox: Outbox): string[] {
  const frames: string[] = [];
  for (let entry = outbox.take(always); entry; entry = outbox.take(always)) frames.push(entry.frame);
  return frames;
}

test('unacknowledged entries are sent again in order', () => {
  const outbox = new Outbox(100, true);
  for (const seq of [1, 2, 3]) outbox.put(report(seq));
  expect(takeAll(outbox)).toEqual(['report 1', 'report 2', 'report 3']);
  expect(outbox.acknowledge(1)).toBe(1);
  outbox.put(report(4));
  outbox.rewind();
  expect(takeAll(outbox)).toEqual(['report 2', 'report 3', 'report 4']);
  expect(outbox.acknowledge(4)).toBe(3);
  outbox.rewind();
  expect(takeAll(outbox)).toEqual([]);
});

test('an event is sent once', () => {
  const outbox = new Outbox(100, true);
  outbox.put({ seq: null, isLate: false, frame: 'event' });
  expect(takeAll(outbox)).toEqual(['event']);
  outbox.rewind();
  expect(takeAll(outbox)).toEqual([]);
});

test('without acknowledgements nothing is kept', () => {
  const outbox = new Outbox(100, false);
  outbox.put(report(1));
  takeAll(outbox);
  outbox.rewind();
  expect(takeAll(outbox)).toEqual([]);
});

test('the oldest entries are dropped and counted', () => {
  const outbox = new Outbox(3, true);
  const lost = [1, 2, 3, 4, 5].map((seq) => outbox.put(report(seq)));
  expect(lost).toEqual([0, 0, 0, 1, 1]);
  expect(takeAll(outbox)).toEqual(['report 3', 'report 4', 'report 5']);
});

test('only late entries wait for the rate limit and for acknowledgements', () => {
  const outbox = new Outbox(3000, true);
  for (let seq = 1; seq <= 300; seq += 1) outbox.put(report(seq, true));
  expect(outbox.take(() => false)).toBeNull();
  const first = takeAll(outbox);
  expect(first.length).toBeLessThan(300);
  outbox.acknowledge(first.length);
  expect(takeAll(outbox)[0]).toBe(`report ${first.length + 1}`);
  const present = new Outbox(3000, true);
  for (let seq = 1; seq <= 300; seq += 1) present.put(report(seq));
  expect(takeAll(present)).toHaveLength(300);
});
