import { rolesChanged } from '@airloom/contract/access/access.live';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import { lineFollower } from '../shared/live/line-follower.ts';
import type { LiveBinding } from '../shared/live/live-binding.ts';
import { openLive } from '../shared/live/live-socket.ts';
import { refreshPage } from '../shared/session/session-actions.ts';
import { useSession } from '../shared/session/session-store.ts';
import { loadRoutes, routeTable } from './route-table.ts';

/** What the shell itself shows: the tree in the picker, and the rights behind the sidebar. */
const OWN: readonly LiveBinding[] = [
  { message: siteTreeChanged, refresh: [organizationCalls.getEnterprise] },
  { message: rolesChanged, run: () => void refreshPage() },
];

async function allBindings(): Promise<LiveBinding[]> {
  await loadRoutes();
  const modules = await Promise.all(routeTable().features.map(async (feature) => feature.live?.()));
  return [...OWN, ...modules.flatMap((module) => module?.live ?? [])];
}

/** Keeps a line to the server from now on, while somebody is signed in. */
export async function keepLine(): Promise<void> {
  const bindings = await allBindings();
  const follow = lineFollower((url) => openLive(url, bindings));
  follow(useSession.getState());
  useSession.subscribe(follow);
}
