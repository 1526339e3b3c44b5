import { expect, test } from 'vitest';
import { portOf } from '../../monitoring/telemetry/testing/reports.ts';
import { withRates } from './port-rates.ts';

const NOW = new Date('2026-05-04T10:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const port = portOf('eth0', { traffic: { rxBytes: 7_500_000, txBytes: 1_500 } });
const rates = (earlierAt: Date | null, earlier: object | null) =>
  withRates([port], NOW, earlierAt, earlier && JSON.stringify(earlier)).map(({ rxKbps, txKbps }) => [
    rxKbps,
    txKbps,
  ]);

test.each<[string, Date | null, object | null, [number | null, number | null]]>([
  ['in a minute', ago(60_000), { eth0: [0, 0] }, [1_000, 0]],
  ['without an earlier report', null, null, [null, null]],
  ['of a port that was not reported before', ago(60_000), { eth1: [0, 0] }, [null, null]],
  ['after a restart', ago(60_000), { eth0: [8_000_000, 1_500] }, [null, 0]],
  ['within less than a second', ago(500), { eth0: [0, 0] }, [null, null]],
  ['over too long a time', ago(3_600_000), { eth0: [0, 0] }, [null, null]],
  ['after the clock was set back', ago(-60_000), { eth0: [0, 0] }, [null, null]],
])('traffic %s', (_, earlierAt, earlier, expected) => {
  expect(rates(earlierAt, earlier)).toEqual([expected]);
});

test('a port named like a property of objects has no traffic before it was reported', () => {
  const [found] = withRates([portOf('constructor')], NOW, ago(60_000), '{}');
  expect(found?.rxKbps).toBeNull();
});
