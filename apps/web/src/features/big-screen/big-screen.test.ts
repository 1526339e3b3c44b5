import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { describe, expect, it } from 'vitest';
import { areaPath, hourTicks, roundAbove } from './area-path.ts';
import { panelsOf, stepFrom } from './rotation.ts';

function site(name: string, fields: Partial<SiteHealth> = {}): SiteHealth {
  return {
    siteUUID: name,
    siteName: name,
    enterpriseUUID: 'one',
    coordinates: null,
    devices: 2,
    online: 2,
    offline: 0,
    clients: 0,
    outdated: 0,
    levels: null,
    alarms: 0,
    level: null,
    state: 'well',
    ...fields,
  };
}

const BARE = site('bare', { devices: 0, online: 0, state: 'empty' });

const keysOf = (sites: readonly SiteHealth[], chosen: string) =>
  panelsOf(sites, chosen).map(({ key }) => key);

describe('the panel rotation', () => {
  it('shows the overview first, then the sites, worst first', () => {
    const sites = [site('fine'), site('down', { online: 0, state: 'trouble' }), BARE];
    expect(keysOf(sites, 'map')).toEqual(['map', 'trends', 'tops', 'down', 'fine']);
  });

  it('has no panel for a single site', () => {
    expect(keysOf([site('only')], 'map')).toEqual(['map', 'trends', 'tops']);
  });

  it('shows the worst of many sites', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      site(`s${index}`, index === 40 ? { online: 0, state: 'trouble' } : {}),
    );
    const panels = panelsOf(many, 'map');
    expect(panels).toHaveLength(11);
    expect(panels[3]?.key).toBe('s40');
    expect(panelsOf(many, 's40')).toEqual(panels);
  });

  it('adds a panel for a chosen site outside of the rotation', () => {
    const sites = [site('a'), site('b'), BARE];
    const chosen = panelsOf(sites, 'bare');
    expect(chosen.at(-1)).toEqual({ kind: 'site', key: 'bare', site: BARE });
    expect(chosen).toHaveLength(6);
    expect(stepFrom(chosen, 'bare', 1)).toBe('map');
    expect(stepFrom(chosen, 'bare', -1)).toBe('b');
    expect(keysOf(sites, 'map')).not.toContain('bare');
    expect(keysOf(sites, 'gone')).toEqual(keysOf(sites, 'map'));
    expect(keysOf([site('only')], 'only')).toEqual(['map', 'trends', 'tops', 'only']);
  });

  it('steps in both directions and restarts when the shown panel is gone', () => {
    const panels = panelsOf([site('a'), site('b')], 'map');
    expect(stepFrom(panels, 'b', 1)).toBe('map');
    expect(stepFrom(panels, 'map', -1)).toBe('b');
    expect(stepFrom(panels, 'map', 1)).toBe('trends');
    expect(stepFrom(panels, 'gone', 1)).toBe('map');
  });
});

describe('a chart line', () => {
  it('is interrupted where values are missing', () => {
    expect(areaPath([0, 50, null, 100, 100], 100)).toEqual({
      line: 'M0 100L25 50M75 0L100 0',
      fill: 'M0 100L25 50L25 100L0 100ZM75 0L100 0L100 100L75 100Z',
    });
    expect(areaPath([], 10)).toEqual({ line: '', fill: '' });
    expect(areaPath([0, 0], 0).line).toBe('M0 100L100 100');
  });

  it('has ticks at full hours', () => {
    const from = new Date(2026, 2, 3, 20, 5).getTime();
    const ticks = hourTicks(from, from + 24 * 3_600_000);
    expect(ticks.map(({ at }) => new Date(at).getHours())).toEqual([0, 6, 12, 18]);
    expect(ticks[0]?.percent).toBeCloseTo(16.32, 1);
  });

  it.each([
    [[3, 7, null], 1, 10],
    [[180], 1, 200],
    [[0, 0], 4, 5],
    [[230], 1, 250],
  ])('%j has room under a round number', (values, least, expected) => {
    expect(roundAbove(values, least)).toBe(expected);
  });
});
