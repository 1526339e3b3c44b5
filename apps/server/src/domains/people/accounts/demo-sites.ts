import type { Platform } from '../../../platform/platform.ts';
import { sitesNamed } from '../organizations/index.ts';
import { lockDemo } from './demo.repository.ts';
import { DEMO_ORGANIZATIONS } from './demo-content.ts';

/** A created site of the demo and its kind. */
export interface DemoSite {
  readonly siteId: string;
  readonly name: string;
  readonly timeZone: string;
  readonly countryCode: string;
  readonly kind: 'hotel' | 'school' | 'shop';
  readonly buildings: readonly string[];
}

export interface DemoEstate {
  readonly tenant: string;
  readonly manager: string;
  readonly places: readonly DemoSite[];
}

/** The demo's sites that still exist under their names; null where there is no demo. */
export async function demoSites({ database }: Pick<Platform, 'database'>): Promise<DemoEstate | null> {
  return database.asSystem(async (tx) => {
    const demo = await lockDemo(tx);
    if (!demo?.ownerId) return null;
    const { tenant, ownerId: manager } = demo;
    const made = DEMO_ORGANIZATIONS.flatMap(({ sites, kind, buildings }) =>
      sites.map((site) => ({ ...site, kind, buildings })),
    );
    const ids = await sitesNamed(
      tx,
      { tenant },
      made.map(({ name }) => name),
    );
    const places = made.flatMap(({ name, timeZone, countryCode, kind, buildings }) => {
      const siteId = ids.get(name);
      return siteId === undefined ? [] : [{ siteId, name, timeZone, countryCode, kind, buildings }];
    });
    return { tenant, manager, places };
  });
}
