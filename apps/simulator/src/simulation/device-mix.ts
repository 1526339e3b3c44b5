import type { KindCounts } from './layout.ts';
import { type DeviceKind, KINDS } from './models.ts';
import type { PlaceKind } from './places.ts';

const NONE: KindCounts = { ap: 0, ac: 0, gateway: 0, switch: 0, controller: 0, smart: 0 };

/** Device kinds of a site by the kind of place. */
export function usualMix(place: PlaceKind, devices: number): KindCounts {
  const extras: Partial<KindCounts> = devices >= 7 ? EXTRAS[place] : {};
  const gateway = devices >= 2 ? 1 : 0;
  const switches = devices >= 4 ? Math.max(1, Math.round(devices * 0.2)) : devices >= 3 ? 1 : 0;
  const others = gateway + switches + Object.values(extras).reduce((sum, count) => sum + count, 0);
  return { ...NONE, ...extras, gateway, switch: switches, ap: Math.max(0, devices - others) };
}

const EXTRAS: Readonly<Record<PlaceKind, Partial<KindCounts>>> = {
  office: { ac: 2 },
  hotel: { smart: 1 },
  school: { ac: 1 },
  shop: { smart: 1, controller: 1 },
  warehouse: { smart: 3 },
  clinic: { controller: 1 },
};

/** Distributes devices of each kind evenly over the sites. */
export function spreadKinds(kinds: Partial<KindCounts>, sites: number): KindCounts[] {
  return Array.from({ length: sites }, (_, site) => {
    const own = KINDS.map((kind): [DeviceKind, number] => {
      const all = kinds[kind] ?? 0;
      return [kind, Math.floor(all / sites) + (site < all % sites ? 1 : 0)];
    });
    return { ...NONE, ...Object.fromEntries(own) };
  });
}
