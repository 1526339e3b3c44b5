import { rolesChanged } from '@airloom/contract/access/access.live';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import { useEffect } from 'react';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { openLive } from '../../shared/live/live-socket.ts';
import { refreshPage } from '../../shared/session/session-actions.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { features } from '../features.ts';

/** What the shell itself shows: the tree in the picker, and the rights behind the sidebar. */
const OWN: readonly LiveBinding[] = [
  { message: siteTreeChanged, refresh: [organizationCalls.getEnterprise] },
  { message: rolesChanged, run: () => void refreshPage() },
];

async function allBindings(): Promise<LiveBinding[]> {
  const modules = await Promise.all(features.map(async (feature) => feature.live?.()));
  return [...OWN, ...modules.flatMap((module) => module?.live ?? [])];
}

/** The socket belongs to the account of the current role, so another role opens another one. */
export function useLive(): void {
  const url = useSession((state) => state.urls?.websocketUrl);
  const account = useSession((state) => state.currentRole?.accountUUID);
  useEffect(() => {
    if (url === undefined || account === undefined) return;
    let close: (() => void) | undefined;
    let gone = false;
    const start = async (): Promise<void> => {
      const bindings = await allBindings();
      if (!gone) close = openLive(url, bindings);
    };
    void start();
    return () => {
      gone = true;
      close?.();
    };
  }, [url, account]);
}
