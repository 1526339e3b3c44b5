import { expect, test } from 'vitest';
import type { RadioSample } from '../model.ts';
import { readFrame } from '../read-frame.ts';
import { AP_SERIAL, methodFrame } from '../testing/frames.ts';

function sampleOf(radio: object): RadioSample | undefined {
  const inbound = readFrame(methodFrame('state', { serial: AP_SERIAL, uuid: 1, state: { radios: [radio] } }));
  return inbound.kind === 'reports' ? inbound.reports[0]?.radios[0] : undefined;
}

test.each([
  ['chanUtil alone', { chanUtil: 12 }, 12],
  ['chanUtil before the survey', { chanUtil: 12, survey: [{ frequency: 5260, time: 100, busy: 50 }] }, 12],
  [
    'the survey where chanUtil is 0',
    { chanUtil: 0, survey: [{ frequency: 5260, time: 60_000, busy: 5400 }] },
    9,
  ],
  [
    'cumulative counters of the channel in use',
    {
      chanUtil: 0,
      survey: [
        { frequency: 5280, time: 1000, busy: 900 },
        { frequency: 5260, time: 529_023_340, busy: 62_617_455 },
      ],
    },
    12,
  ],
  ['no survey of another channel', { chanUtil: 0, survey: [{ frequency: 5280, time: 1000, busy: 900 }] }, 0],
  [
    'chanUtil 0 where the survey measured nothing',
    { chanUtil: 0, survey: [{ frequency: 5260, time: 0 }] },
    0,
  ],
  ['nothing where nothing was measured', {}, null],
])('channel utilisation is taken from %s', (_, reported, percent) => {
  const radio = { channel: 52, frequency: [5260, 5290], ...reported };
  expect(sampleOf(radio)?.utilisationPercent).toBe(percent);
});

test('takes the survey entry in use where a radio reports no frequency', () => {
  const survey = [
    { frequency: 5280, noise: -80, time: 1000, busy: 900 },
    { frequency: 5260, noise: -95, time: 1000, busy: 100, in_use: true },
  ];
  expect(sampleOf({ channel: 52, survey })).toMatchObject({ utilisationPercent: 10, noise: -95 });
});
