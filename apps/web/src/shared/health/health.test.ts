import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import type { NetworkHealth, SiteHealth, SiteState } from '@airloom/contract/statistics/statistics.model';
import { describe, expect, it } from 'vitest';
import { compared } from './compared.ts';
import { cutOf, verdictOf, worstFirst } from './site-state.ts';

let made = 0;
function site(fields: Partial<SiteHealth>): SiteHealth {
  made += 1;
  return {
    siteUUID: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    siteName: `Site ${made}`,
    enterpriseUUID: '00000000-0000-7000-8000-0000000000ff',
    coordinates: null,
    devices: 4,
    online: 4,
    offline: 0,
    clients: 10,
    outdated: 0,
    levels: { urgent: 0, important: 0, secondary: 0, notice: 0 },
    alarms: 0,
    level: null,
    state: 'well',
    ...fields,
  };
}

/** What is listed, and beside it others that are only counted. */
function health(
  sites: readonly SiteHealth[],
  unlisted: Partial<Record<SiteState, number>> = {},
): NetworkHealth {
  const count = (state: SiteState) =>
    sites.filter((one) => one.state === state).length + (unlisted[state] ?? 0);
  const states = {
    trouble: count('trouble'),
    attention: count('attention'),
    well: count('well'),
    pending: count('pending'),
    empty: count('empty'),
    unknown: count('unknown'),
  };
  const all = Object.values(states).reduce((sum, one) => sum + one, 0);
  return {
    counting: false,
    kinds: [...DEVICE_KINDS],
    sites: [...sites],
    totals: { sites: all, unplaced: all, devices: 4 * all, online: 4 * all, offline: 0, alarms: 0, states },
  };
}

describe('how the sites are', () => {
  it('all of them are as bad as the worst, and it is named', () => {
    const away = site({ siteName: 'Away', online: 3, state: 'attention' });
    const down = site({ siteName: 'Down', online: 0, state: 'trouble' });
    const burning = site({ siteName: 'Burning', level: 'urgent', alarms: 2, state: 'trouble' });
    const noticed = site({ siteName: 'Noticed', level: 'notice', alarms: 1 });
    const fine = site({ siteName: 'Fine' });
    expect(verdictOf(health([fine, away]))).toEqual({ state: 'attention', count: 1, sites: [away] });
    expect(verdictOf(health([fine, away, down, burning]))).toEqual({
      state: 'trouble',
      count: 2,
      sites: [burning, down],
    });
    expect(worstFirst([fine, noticed, away, down, burning])).toEqual([burning, down, away, noticed, fine]);
  });

  it('ignores sites without devices; there is no state without any device', () => {
    const empty = site({ devices: 0, online: 0, state: 'empty' });
    expect(verdictOf(health([empty, site({})])).state).toBe('well');
    expect(verdictOf(health([empty])).state).toBe('empty');
    const pending = site({ online: 0, state: 'pending' });
    expect(verdictOf(health([empty, pending])).state).toBe('pending');
    expect(verdictOf(health([pending, site({})])).state).toBe('well');
    expect(verdictOf(health([]))).toEqual({ state: 'empty', count: 0, sites: [] });
  });

  it('those that are not listed count', () => {
    const down = site({ online: 0, state: 'trouble' });
    expect(verdictOf(health([down], { trouble: 6_000, well: 1 }))).toEqual({
      state: 'trouble',
      count: 6_001,
      sites: [down],
    });
  });

  it('words say that only some are listed, and of how many', () => {
    expect(cutOf(health([site({}), site({})]))).toBeNull();
    expect(cutOf(health([site({}), site({})], { well: 3 }))).toEqual({ shown: 2, count: 5 });
  });
});

it.each([
  [110, 100, { is: 'more', percent: 10 }],
  [80, 100, { is: 'less', percent: 20 }],
  [0, 100, { is: 'less', percent: 100 }],
  [102, 100, { is: 'same' }],
  [98, 100, { is: 'same' }],
  [199, 100, { is: 'more', percent: 99 }],
  [250, 100, { is: 'times', factor: 2.5 }],
  [5, 0, { is: 'fresh' }],
  [0, 0, { is: 'same' }],
  [5, null, { is: 'unknown' }],
  [null, 5, { is: 'unknown' }],
])('%s now and %s a week ago', (now, before, expected) => {
  expect(compared(now, before)).toEqual(expected);
});
