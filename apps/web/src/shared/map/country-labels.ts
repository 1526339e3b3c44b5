import type { Size } from '../viewport/geometry.ts';
import type { Country } from './countries.ts';
import type { Labelled } from './labels.ts';
import { toScreen, type View } from './view.ts';

/** Names of countries that are wide enough for them, the largest first. */
export function countryLabels(
  countries: readonly Country[],
  view: View,
  size: Size,
  /** Height of letters in pixels. */
  type: number,
  nameOf: (region: string) => string,
): (Labelled & { readonly key: string })[] {
  return countries
    .flatMap(({ key, region, name }) => {
      const text = region === null ? '' : nameOf(region);
      if (text === '' || name.width * view.scale < text.length * type * 0.6) return [];
      return [{ key, text, gap: 0, area: name.area, ...toScreen(name, view, size) }];
    })
    .toSorted((one, other) => other.area - one.area);
}
