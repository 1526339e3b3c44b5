import { features } from './features.ts';
import { flattenRoutes } from './routing/match-route.ts';
import { mergeRoutes } from './routing/merge-routes.ts';

export const routes = mergeRoutes(features.flatMap((feature) => feature.routes));

/** Every path of the console, as plain data for whoever runs without a browser. */
export const routePaths: readonly string[] = ['/', ...flattenRoutes(routes).map((route) => route.path)];
