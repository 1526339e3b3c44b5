import { rolesChanged } from '@airloom/contract/access/access.live';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import type { LiveBinding } from '../shared/live/live-binding.ts';
import { openLive } from '../shared/live/live-socket.ts';
import { followSession } from '../shared/live/session-connection.ts';
import { refreshPage } from '../shared/session/session-actions.ts';
import { useSession } from '../shared/session/session-store.ts';
import { loadRoutes, routeTable } from './route-table.ts';

/** Live data of the shell: the site tree of the picker, and the permissions of the sidebar. */
const OWN: readonly LiveBinding[] = [
  { message: siteTreeChanged, refresh: [organizationCalls.getEnterprise] },
  { message: rolesChanged, run: () => void refreshPage() },
];

async function allBindings(): Promise<LiveBinding[]> {
  await loadRoutes();
  const modules = await Promise.all(routeTable().features.map(async (feature) => feature.live?.()));
  return [...OWN, ...modules.flatMap((module) => module?.live ?? [])];
}

/** Keeps the live connection open while a person is signed in. */
export async function keepLiveConnection(): Promise<void> {
  const bindings = await allBindings();
  const follow = followSession((url) => openLive(url, bindings));
  follow(useSession.getState());
  useSession.subscribe(follow);
}
