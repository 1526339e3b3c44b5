import type { REACH_KINDS, RoleRecord } from '@airloom/contract/access/access.model';
import type { SenderChannel } from '@airloom/contract/accounts/senders.model';
import type { OutputOf } from '@airloom/contract/call';
import type { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { Profile } from '@airloom/contract/identity/identity.model';
import type { CommonUrls } from '@airloom/contract/identity/sign-in.model';
import type { Grant } from '@airloom/contract/permissions';
import { create } from 'zustand';
import type { CurrentSite } from './current-site.ts';

/** What is known once somebody is signed in (specification §3). */
export interface SessionState {
  profile: Profile | null;
  roles: readonly RoleRecord[];
  currentRole: RoleRecord | null;
  /** Of the link to the big screen that this tab shows; null in every other tab. */
  screenPermissions: readonly Grant[] | null;
  /** What the current role was given: the whole account, organizations, or only sites. */
  reachKind: (typeof REACH_KINDS)[number] | null;
  /** The selected scope; null is everything within reach. */
  currentSite: CurrentSite | null;
  /** Whether there are several organizations or sites to select from. */
  choosesScope: boolean;
  /** Ids of organizations and sites that were selected before, newest first. */
  recentScopes: readonly string[];
  urls: CommonUrls | null;
  /** What the server wants read after signing in, until it is put away. */
  loginMsg: string;
  showLoginMsg: boolean;
  /** Channels that the console cannot send by, for those who administer it. */
  missingSenders: readonly SenderChannel[];
}

const SIGNED_OUT: SessionState = {
  profile: null,
  roles: [],
  currentRole: null,
  screenPermissions: null,
  reachKind: null,
  currentSite: null,
  choosesScope: false,
  recentScopes: [],
  urls: null,
  loginMsg: '',
  showLoginMsg: false,
  missingSenders: [],
};

const URLS_KEY = 'urls';
const READ_KEY = 'readLoginMsg';

export const useSession = create<SessionState>(() => SIGNED_OUT);

/** How often it was asked who is there, and which of the answers is shown. */
let asked = 0;
let shown = 0;

/**
 * Before asking who is there: takes the answer. One that was asked for before what is shown, or before the session
 * ended, comes too late.
 */
export function askingForPage(): (page: OutputOf<typeof identityCalls.initPage>) => void {
  asked += 1;
  const turn = asked;
  return (page) => {
    if (turn <= shown) return;
    shown = turn;
    fillSession(page);
  };
}

function fillSession(page: OutputOf<typeof identityCalls.initPage>): void {
  localStorage.setItem(URLS_KEY, JSON.stringify(page.urls));
  useSession.setState({
    profile: page.profile,
    roles: page.roles,
    currentRole: page.currentRole,
    reachKind: page.reachKind,
    recentScopes: page.selectedScope.recentUUIDs,
    urls: page.urls,
    missingSenders: page.missingSenders,
    loginMsg: page.remindMsg,
    showLoginMsg: page.remindMsg !== '' && sessionStorage.getItem(READ_KEY) === null,
  });
}

export function clearSession(): void {
  shown = asked;
  localStorage.removeItem(URLS_KEY);
  sessionStorage.removeItem(READ_KEY);
  useSession.setState(SIGNED_OUT);
}

/** Put away until the next sign-in, also when the page is loaded again. */
export function putAwayLoginMsg(): void {
  sessionStorage.setItem(READ_KEY, 'yes');
  useSession.setState({ showLoginMsg: false });
}

/** What the person is called on screen. */
export function useOwnName(): string {
  return useSession(
    ({ profile, currentRole }) => profile?.nickname || currentRole?.alias || profile?.userName || '',
  );
}

/** Of the current role, or of the shown link. */
export function permissionsOf({
  screenPermissions,
  currentRole,
}: SessionState): readonly Grant[] | undefined {
  return screenPermissions ?? currentRole?.permissions;
}

export function useHolds(grant: Grant): boolean {
  return useSession((state) => permissionsOf(state)?.includes(grant) ?? false);
}
