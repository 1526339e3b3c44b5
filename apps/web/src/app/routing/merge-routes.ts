import type { RouteDef, RouteExtension } from '../../shared/routing/route-def.ts';
import { flattenRoutes } from './match-route.ts';

function isSection(route: RouteDef | RouteExtension): route is RouteDef {
  return 'title' in route;
}

/** Pages that a feature adds to a section of another feature follow the section's own pages. */
export function mergeRoutes(contributions: readonly (RouteDef | RouteExtension)[]): RouteDef[] {
  const sections = contributions.filter(isSection);
  const known = new Set(sections.map((section) => section.path));
  for (const { path } of contributions) {
    if (!known.has(path)) throw new Error(`screens are added to ${path}, which no feature declares`);
  }
  if (known.size < sections.length) throw new Error('a section is declared twice');
  return sections.map((section) => {
    const added = contributions.filter((other) => !isSection(other) && other.path === section.path);
    if (added.length === 0) return section;
    return {
      ...section,
      children: [...(section.children ?? []), ...added.flatMap((other) => other.children ?? [])],
    };
  });
}

/** All pages of a feature, including those in sections of other features. */
export function flattenContributions(contributions: readonly (RouteDef | RouteExtension)[]): RouteDef[] {
  return contributions.flatMap((route) =>
    isSection(route) ? flattenRoutes([route]) : flattenRoutes(route.children),
  );
}
