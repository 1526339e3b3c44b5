import { describe, expect, it } from 'vitest';
import { clustersOf } from './clusters.ts';
import { loadCountries, regionOf } from './countries.ts';
import { placeLabels, widthOf } from './labels.ts';
import { project, WORLD } from './projection.ts';
import { fitView, kept, moved, toScreen, zoomed } from './view.ts';

const SIZE = { width: 800, height: 400 };
const LISBON = project({ latitude: 38.7, longitude: -9.1 });
const AUCKLAND = project({ latitude: -36.8, longitude: 174.8 });
const MEXICO = project({ latitude: 19.4, longitude: -99.1 });

describe('places on the flat world', () => {
  it('are where one looks for them', () => {
    expect(MEXICO.x).toBeLessThan(LISBON.x);
    expect(LISBON.x).toBeLessThan(AUCKLAND.x);
    expect(LISBON.y).toBeLessThan(AUCKLAND.y);
    for (const { x, y } of [LISBON, AUCKLAND, MEXICO]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(WORLD.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(WORLD.height);
    }
  });

  it('both sides of the date line lie at opposite ends only where the map is cut', () => {
    const chukotka = project({ latitude: 66, longitude: -175 });
    const yakutia = project({ latitude: 66, longitude: 160 });
    expect(chukotka.x).toBeGreaterThan(yakutia.x);
  });
});

describe('the view', () => {
  it('shows all sites with room around them', () => {
    const view = fitView([LISBON, AUCKLAND, MEXICO], SIZE, 40);
    for (const place of [LISBON, AUCKLAND, MEXICO]) {
      const { x, y } = toScreen(place, view, SIZE);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(SIZE.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(SIZE.height);
    }
  });

  it('of one site is centred on it, and keeps the lands around it', () => {
    const view = fitView([LISBON], SIZE, 40);
    expect(toScreen(LISBON, view, SIZE)).toEqual({ x: 400, y: 200 });
    expect(SIZE.width / view.scale).toBeGreaterThan(150);
  });

  it('of none is the whole world', () => {
    const view = fitView([], SIZE, 40);
    expect(view.x).toBe(WORLD.width / 2);
    expect(view.scale * WORLD.width).toBeLessThanOrEqual(SIZE.width);
  });

  it('never leaves the world', () => {
    const near = zoomed(fitView([LISBON], SIZE, 40), SIZE, 2);
    const far = moved(near, SIZE, 1e6, 1e6);
    expect(toScreen({ x: 0, y: 0 }, far, SIZE)).toEqual({ x: 0, y: 0 });
    expect(kept({ ...near, scale: 1e9 }, SIZE).scale).toBeLessThan(100);
  });

  it('comes closer around the point that was pointed at', () => {
    const before = fitView([LISBON], SIZE, 40);
    const at = { x: 500, y: 150 };
    const under = { x: before.x + 100 / before.scale, y: before.y - 50 / before.scale };
    const after = toScreen(under, zoomed(before, SIZE, 1, at), SIZE);
    expect(after.x).toBeCloseTo(at.x);
    expect(after.y).toBeCloseTo(at.y);
  });
});

describe('clusters', () => {
  it('join what would cover each other, and only that', () => {
    const found = clustersOf(
      [
        { x: 0, y: 0, id: 'a' },
        { x: 10, y: 0, id: 'b' },
        { x: 100, y: 0, id: 'c' },
        { x: 29, y: 31, id: 'd' },
      ],
      30,
    );
    expect(found.map(({ items }) => items.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], ['d']]);
    expect(found[0]).toMatchObject({ x: 5, y: 0 });
  });

  it('lose nobody, also across the borders of the grid and west of zero', () => {
    const points = Array.from({ length: 2_000 }, (_, index) => ({
      x: Math.sin(index) * 400,
      y: Math.cos(index * 7) * 200,
    }));
    const found = clustersOf(points, 25);
    expect(found.flatMap(({ items }) => items)).toHaveLength(points.length);
    expect(found.length).toBeLessThan(400);
  });
});

const at = (x: number, y: number, text: string, gap = 10) => ({ x, y, text, gap });

describe('labels', () => {
  it('cover neither points nor each other, stay in the picture, and give way to those before them', () => {
    const items = [
      at(100, 50, 'Lisbon'),
      at(790, 50, 'Auckland'),
      at(120, 52, 'Madrid'),
      at(110, 60, 'Toledo'),
    ];
    expect(placeLabels(items, items, SIZE, 12).map(({ item, side }) => [item.text, side])).toEqual([
      ['Lisbon', 'left'],
      ['Auckland', 'left'],
      ['Madrid', 'right'],
    ]);
  });

  it('Chinese takes more room than it has letters', () => {
    expect(widthOf('葡萄牙', 10)).toBe(30);
    expect(widthOf('abc', 10)).toBeLessThan(20);
  });
});

it('every country of the atlas has its code, and its name by it', async () => {
  expect(regionOf('620')).toBe('PT');
  expect(regionOf(4)).toBe('AF');
  expect(regionOf(undefined)).toBeNull();
  const countries = await loadCountries('coarse');
  expect(countries.length).toBeGreaterThan(150);
  expect(countries.filter(({ region }) => region === null).length).toBeLessThan(5);
  const portugal = countries.find(({ region }) => region === 'PT');
  expect(portugal?.line).toMatch(/^M/);
  // Its largest part is on the continent, not its islands.
  expect(portugal?.name.x).toBeCloseTo(project({ latitude: 39.6, longitude: -8.1 }).x, 0);
  const chinese = new Intl.DisplayNames('zh-CN', { type: 'region' });
  expect(chinese.of(portugal?.region ?? '')).toBe('葡萄牙');
});
