import type { Feature } from '../shared/routing/route-def.ts';
import { insideFeatures } from './inside-features.ts';
import { publicFeatures } from './public-features.ts';
import { flattenRoutes } from './routing/match-route.ts';
import { mergeRoutes } from './routing/merge-routes.ts';

/** The whole route table as plain data, for tests and tools; the console itself loads it in two parts. */
export const features: readonly Feature[] = [...publicFeatures, ...insideFeatures];

export const routes = mergeRoutes(features.flatMap((feature) => feature.routes));

export const routePaths: readonly string[] = ['/', ...flattenRoutes(routes).map((route) => route.path)];
