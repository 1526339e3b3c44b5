import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { describe, expect, it } from 'vitest';
import { compared } from './compared.ts';
import { siteState, totalsOf, verdictOf, worstFirst } from './site-state.ts';

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
    clients: 10,
    alarms: 0,
    level: null,
    ...fields,
  };
}

describe('how a site is', () => {
  it.each([
    ['an urgent alarm', { level: 'urgent', alarms: 1 }, 'trouble'],
    ['an important alarm', { level: 'important', alarms: 1 }, 'trouble'],
    ['nothing reachable, before any alarm', { online: 0 }, 'trouble'],
    ['a secondary alarm', { level: 'secondary', alarms: 1 }, 'attention'],
    ['one device away', { online: 3 }, 'attention'],
    ['only a notice', { level: 'notice', alarms: 1 }, 'well'],
    ['all there', {}, 'well'],
    ['no devices', { devices: 0, online: 0 }, 'empty'],
    ['alarms one may not see', { alarms: null }, 'well'],
    ['devices one may not see', { devices: null, online: null }, 'well'],
    ['neither that one may see', { devices: null, online: null, alarms: null }, 'unknown'],
  ] as const)('%s', (_, fields, expected) => {
    expect(siteState(site(fields))).toBe(expected);
  });

  it('all of them are as bad as the worst, and it is named', () => {
    const away = site({ siteName: 'Away', online: 3 });
    const down = site({ siteName: 'Down', online: 0 });
    const burning = site({ siteName: 'Burning', level: 'urgent', alarms: 2 });
    const fine = site({ siteName: 'Fine' });
    expect(verdictOf([fine, away]).state).toBe('attention');
    const verdict = verdictOf([fine, away, down, burning]);
    expect(verdict.state).toBe('trouble');
    expect(verdict.sites.map(({ siteName }) => siteName)).toEqual(['Burning', 'Down']);
    expect(worstFirst([fine, away, down, burning]).map(({ siteName }) => siteName)).toEqual([
      'Burning',
      'Down',
      'Away',
      'Fine',
    ]);
  });

  it('a site without devices spoils nothing, and alone is nothing to judge', () => {
    const empty = site({ devices: 0, online: 0 });
    expect(verdictOf([empty, site({})]).state).toBe('well');
    expect(verdictOf([empty]).state).toBe('empty');
    expect(verdictOf([])).toEqual({ state: 'empty', sites: [] });
  });

  it('sums up', () => {
    expect(totalsOf([site({}), site({ online: 1, alarms: 3 })])).toEqual({
      sites: 2,
      devices: 8,
      online: 5,
      clients: 20,
      alarms: 3,
    });
    const unseen = totalsOf([site({ alarms: null, devices: null, online: null })]);
    expect(unseen).toMatchObject({ devices: null, online: null, alarms: null });
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
