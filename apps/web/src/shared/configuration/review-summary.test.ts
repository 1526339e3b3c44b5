import { describe, expect, it } from 'vitest';
import { addPage } from './read-review.ts';
import { applyBlock, devicesByFilter, pageBySite, summaryOf } from './review-summary.ts';
import { reviewedDevice, reviewedEdit, reviewPage, uuidOf } from './testing/reviews.ts';

const other = { siteUUID: uuidOf(901), siteName: 'Airport' };
const noRadio = { name: 'Guest', reason: 'noRadio', band: '6G', port: null, instead: null } as const;
const conflict = { by: 'Ada', at: '2026-11-17T10:00:00.000Z', differences: [] };

it('counts devices and sites that change, skipped devices by reason, and warnings', () => {
  const devices = [
    reviewedDevice(1, { unsupported: [noRadio] }),
    reviewedDevice(2, { ...other, online: false, unsupported: [noRadio] }),
    reviewedDevice(3, { differences: [], more: 0 }),
    reviewedDevice(4, { skipped: 'observeOnly', unsupported: [noRadio] }),
    reviewedDevice(5, { skipped: 'observeOnly', online: false }),
  ];
  expect(summaryOf({ devices, edits: [reviewedEdit(), reviewedEdit({ conflict })] })).toEqual({
    devices: 2,
    sites: 2,
    offline: 1,
    skipped: [{ reason: 'observeOnly', count: 2 }],
    warnings: [{ limitation: noRadio, count: 2 }],
    conflicts: 1,
  });
});

it('shows devices by site and name, without those that stay as they are', () => {
  const shown = devicesByFilter([
    reviewedDevice(10),
    reviewedDevice(2),
    reviewedDevice(3, { differences: [] }),
    reviewedDevice(4, { ...other, differences: [], unsupported: [noRadio] }),
    reviewedDevice(5, { skipped: 'notManaged' }),
  ]);
  expect(shown.all.map(({ deviceName }) => deviceName)).toEqual(['AP 4', 'AP 2', 'AP 5', 'AP 10']);
  expect(shown.warnings.map(({ deviceName }) => deviceName)).toEqual(['AP 4']);
  expect(shown.skipped.map(({ deviceName }) => deviceName)).toEqual(['AP 5']);
});

it('pages ten thousand devices with the count of each site', () => {
  const devices = Array.from({ length: 10_000 }, (_, index) =>
    reviewedDevice(index, index < 60 ? other : {}),
  );
  const { all } = devicesByFilter(devices);
  expect(
    pageBySite(all, 2, 50).map(({ siteName, devices: rows, count }) => [siteName, rows.length, count]),
  ).toEqual([
    ['Airport', 10, 60],
    ['Harbour', 40, 9_940],
  ]);
  expect(pageBySite(all, 200, 50).flatMap(({ devices: rows }) => rows)).toHaveLength(50);
});

const read = (changes: Parameters<typeof reviewPage>[0]) => addPage(null, reviewPage(changes));

describe('applyBlock', () => {
  it('waits until every device was compared', () => {
    expect(applyBlock(null, false)).toBe('comparing');
    expect(applyBlock(read({ next: uuidOf(1) }), false)).toBe('comparing');
    expect(applyBlock(read({}), false)).toBeNull();
  });

  it('refuses while an edit has a conflict', () => {
    const edits = [reviewedEdit(), reviewedEdit({ conflict })];
    expect(applyBlock(read({ edits }), false)).toBe('conflict');
    expect(applyBlock(read({ edits, next: uuidOf(1) }), false)).toBe('conflict');
  });

  it('refuses pages that do not belong together', () => {
    const soFar = addPage(read({ next: uuidOf(1) }), reviewPage({ digest: 'b' }));
    expect(applyBlock(soFar, false)).toBe('outdated');
  });

  it('allows edits without devices, and refuses pending settings without devices', () => {
    const devices = [reviewedDevice(1, { differences: [] })];
    expect(applyBlock(read({ devices }), false)).toBeNull();
    expect(applyBlock(read({ devices, edits: [] }), true)).toBe('nothing');
  });
});
