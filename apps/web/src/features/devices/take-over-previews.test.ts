import { expect, test } from 'vitest';
import { sortPreviews } from './take-over-previews.ts';
import { someDevice } from './testing/some-device.ts';

const preview = { document: { uuid: 1 }, digest: 'a', enablesAllPorts: false, fixesPortSpeeds: false };
const [first, second, third] = ['Lobby', 'Rack', 'Attic'].map((name) => someDevice({ name }));
const devices = [first, second, third].flatMap((device) => device ?? []);
const error = new Error('no ports yet');

test('takes over devices with a preview and skips those without one', () => {
  const states = [
    { data: preview, error: null },
    { data: undefined, error },
    { data: preview, error: null },
  ];
  expect(sortPreviews(devices, states)).toEqual({
    ready: [
      { device: first, preview },
      { device: third, preview },
    ],
    failed: [{ device: second, error }],
    isLoading: false,
  });
});

test('waits until every preview was read', () => {
  const states = [
    { data: preview, error: null },
    { data: undefined, error: null },
    { data: undefined, error },
  ];
  expect(sortPreviews(devices, states)).toMatchObject({ isLoading: true, failed: [{ device: third }] });
  expect(sortPreviews(devices, []).isLoading).toBe(true);
});

test('keeps a preview whose refetch failed', () => {
  expect(sortPreviews(devices.slice(0, 1), [{ data: preview, error }])).toEqual({
    ready: [{ device: first, preview }],
    failed: [],
    isLoading: false,
  });
});
