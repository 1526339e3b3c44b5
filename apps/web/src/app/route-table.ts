import { addDeviceTabs } from '../shared/devices/device-tab-parts.ts';
import { loadTexts } from '../shared/i18n/i18n.ts';
import type { Feature, RouteDef } from '../shared/routing/route-def.ts';
import { addIcons } from '../shared/ui/Icon.tsx';
import { publicFeatures } from './public-features.ts';
import { mergeRoutes } from './routing/merge-routes.ts';

interface RouteTable {
  readonly features: readonly Feature[];
  readonly routes: readonly RouteDef[];
}

function tableOf(features: readonly Feature[]): RouteTable {
  return { features, routes: mergeRoutes(features.flatMap((feature) => feature.routes)) };
}

let table = tableOf(publicFeatures);
let loading: Promise<void> | null = null;

/** The routes known so far: the public ones, and all of them once `loadRoutes` has finished. */
export function routeTable(): RouteTable {
  return table;
}

async function loadInside(): Promise<void> {
  const [{ insideFeatures }, { insideIcons }] = await Promise.all([
    import('./inside-features.ts'),
    import('../shared/ui/inside-icons.ts'),
    loadTexts(['nav']),
  ]);
  addIcons(insideIcons);
  for (const { deviceTabs } of insideFeatures) if (deviceTabs) addDeviceTabs(deviceTabs);
  table = tableOf([...publicFeatures, ...insideFeatures]);
}

/** Adds the routes behind the sign-in, once. The next call retries a failed load. */
export async function loadRoutes(): Promise<void> {
  loading ??= loadInside();
  try {
    await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
}
