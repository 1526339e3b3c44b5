import { rolesChanged } from '@airloom/contract/access/access.live';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import type { LiveBinding } from '../shared/live/live-binding.ts';
import { openLive } from '../shared/live/live-socket.ts';
import { refreshPage } from '../shared/session/session-actions.ts';
import { type SessionState, useSession } from '../shared/session/session-store.ts';
import { features } from './features.ts';

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
function lineOf({ urls, currentRole }: SessionState): string | undefined {
  return urls && currentRole ? `${currentRole.accountUUID} ${urls.websocketUrl}` : undefined;
}

/**
 * Keeps a line to the server while somebody is signed in. It is opened as soon as it is known who that is: what
 * pages ask once it is there need not be asked again.
 */
async function keep(): Promise<void> {
  const bindings = await allBindings();
  let line: string | undefined;
  let close: (() => void) | undefined;
  function follow(session: SessionState): void {
    const wanted = lineOf(session);
    if (wanted === line) return;
    line = wanted;
    close?.();
    close = session.urls ? openLive(session.urls.websocketUrl, bindings) : undefined;
  }
  useSession.subscribe(follow);
  follow(useSession.getState());
}

let kept: Promise<void> | undefined;

export function keepLine(): void {
  kept ??= keep();
}
