import { expect, test } from 'vitest';
import { reportOf } from '../testing/reports.ts';
import { acknowledgeTo } from './acknowledgements.ts';
import type { ReceivedReport } from './received-items.ts';

function report(connectionId: string, sequence: number | null): ReceivedReport {
  const device = { tenant: 't', deviceId: 'd', siteId: null, kind: 'ac', connectionId } as const;
  return { what: 'report', device, report: reportOf({ sequence }), arrival: 0, at: 0, ofMembers: false };
}

test('acknowledges sequence numbers per connection', () => {
  const acknowledged: [connectionId: string, sequence: number][] = [];
  const onStored = acknowledgeTo({
    acknowledge: ({ connectionId }, sequence) => acknowledged.push([connectionId, sequence]),
  });
  onStored([report('old', 901), report('old', 900), report('new', 1), report('new', 2), report('new', null)]);
  expect(acknowledged).toEqual([
    ['old', 901],
    ['new', 2],
  ]);
});
