import type { RoleRecord } from '@airloom/contract/access/access.model';
import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { type Language, YUYAN } from '@airloom/contract/languages';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { EnterpriseNode, SiteTree } from '@airloom/contract/organizations/organizations.model';
import { type CallOptions, call } from '../api/call.ts';
import { CallFailure } from '../api/call-failure.ts';
import { callQuery, queryClient } from '../api/query-client.ts';
import { currentLanguage, showLanguage, storedLanguage } from '../i18n/i18n.ts';
import { forgetFormats } from '../i18n/per-language.ts';
import { mayMakeSites } from './account-reach.ts';
import { isUnattended, setBigScreenMode } from './big-screen-mode.ts';
import { type CurrentSite, chooseSite, findCurrent, hasChoice, hasSites } from './current-site.ts';
import { browserTimeZone, forgetSession, hasToken, refreshTimeZone } from './session-cookies.ts';
import { expectSessionEnd } from './session-ended.ts';
import { askingForPage, clearSession, useSession } from './session-store.ts';

export const siteTreeQuery = callQuery(organizationCalls.getEnterprise, {});

/** Returns the scope that the person selected last. */
async function loadPage(): Promise<string | null> {
  refreshTimeZone();
  const take = askingForPage();
  const page = await call(identityCalls.initPage, { timeZone: browserTimeZone() }, { quiet: true });
  take(page);
  return page.selectedScope.currentUUID;
}

/**
 * The server keeps what the session shows, so that it refuses to delete that organization, and opens it at the next
 * sign-in. Visitors of the demo share one person.
 */
async function sendSite(currentUUID: string | null): Promise<void> {
  if (isUnattended() || useSession.getState().currentRole?.demo) return;
  try {
    await call(identityCalls.setCurrentSite, { currentUUID }, { quiet: true });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
  }
}

/** Those on their way, one after the other; a session that ends before they arrive would refuse them. */
let siteSent: Promise<void> = Promise.resolve();

function showSite(site: CurrentSite | null): void {
  useSession.setState({ currentSite: site });
  siteSent = siteSent.then(() => sendSite(site?.id ?? null));
}

/** The scope when the console opens. An only site is not stored as a selection: another one may be added. */
function openSite(tree: SiteTree, lastSelected: string | null): void {
  const currentSite = chooseSite(tree, lastSelected);
  useSession.setState({ currentSite, choosesScope: hasChoice(tree) });
  if (currentSite !== null && hasChoice(tree)) siteSent = siteSent.then(() => sendSite(currentSite.id));
}

/** Server texts of the page are in the previous language. */
async function followLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  await showLanguage(language);
  await loadPage();
}

/** Stores the language of the person on the server. */
export async function saveLanguage(language: Language, options?: CallOptions): Promise<void> {
  await call(identityCalls.setLang, { yuyan: YUYAN[language] }, options);
}

/**
 * Chosen here before signing in, it becomes the person’s; otherwise the person’s is shown. All visitors of the
 * demo are one person, whose language is none of theirs.
 */
async function agreeOnLanguage(): Promise<void> {
  const { profile, roles, currentRole } = useSession.getState();
  const stored = storedLanguage();
  if (profile === null || roles.every((role) => role.demo)) return;
  if (stored === undefined) await followLanguage(profile.language);
  else if (stored !== profile.language && currentRole?.demo !== true && !isUnattended()) {
    await saveLanguage(stored, { quiet: true });
  }
}

/** Everything the console needs before its first page. Answers whether there is a site, or who may make one. */
export async function loadSession(): Promise<{ mayEnter: boolean }> {
  expectSessionEnd(false);
  const [tree, lastSelected] = await Promise.all([queryClient.fetchQuery(siteTreeQuery), loadPage()]);
  openSite(tree, lastSelected);
  await agreeOnLanguage();
  return { mayEnter: hasSites(tree) || mayMakeSites(useSession.getState()) };
}

/** Brings role and rights up to date behind an open page; what is known stays when that fails. */
export async function refreshPage(): Promise<void> {
  try {
    await loadPage();
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
  }
}

/** The clock of the browser's machine may move to another zone while the page is open. */
export async function keepTimeZone(): Promise<void> {
  forgetFormats();
  if (hasToken() && refreshTimeZone()) await refreshPage();
}

/** Forgets everything here; the server's part is `signOut`. */
export function dropSession(): void {
  forgetSession();
  clearSession();
  queryClient.clear();
}

export async function signOut(): Promise<void> {
  expectSessionEnd(true);
  setBigScreenMode(false);
  try {
    await siteSent;
    await call(identityCalls.logout, {}, { quiet: true });
  } catch (error) {
    // A session that is over already, or a server out of reach, must not keep anybody signed in here.
    if (!(error instanceof CallFailure)) throw error;
  } finally {
    dropSession();
  }
}

export async function changeRole(role: Pick<RoleRecord, 'accountUUID' | 'roleUUID'>): Promise<void> {
  await call(identityCalls.updateToken, { accountUUID: role.accountUUID, roleUUID: role.roleUUID });
  queryClient.clear();
  useSession.setState({ currentSite: null });
  await loadSession();
}

/** A site somebody shared is opened with the role it is shared under. */
export async function openShared(site: EnterpriseNode['sites'][number]): Promise<void> {
  const { accountUUID, roleUUID } = site;
  if (accountUUID === undefined || roleUUID === undefined) return;
  await changeRole({ accountUUID, roleUUID });
  const shared = findCurrent(await queryClient.fetchQuery(siteTreeQuery), site.siteuuid);
  if (shared !== null) changeSite(shared);
}

const RECENT_MAX = SESSION_LIMITS.recentScopesMax;

/** Selects a scope; null is everything. */
export function changeSite(site: CurrentSite | null): void {
  const { currentSite, recentScopes } = useSession.getState();
  if (currentSite?.id === site?.id) return;
  const recent = [...(currentSite ? [currentSite.id] : []), ...recentScopes];
  useSession.setState({
    recentScopes: [...new Set(recent)].filter((id) => id !== site?.id).slice(0, RECENT_MAX),
  });
  showSite(site);
}

/** Selects an organization, so that a new site in it is shown; everything stays selected. */
export async function showOrganization(enterpriseUUID: string): Promise<void> {
  const { currentSite } = useSession.getState();
  if (currentSite === null || currentSite.id === enterpriseUUID) return;
  const organization = findCurrent(await queryClient.fetchQuery(siteTreeQuery), enterpriseUUID);
  if (organization !== null) changeSite(organization);
}

/** Follows a changed tree: the selected site or organization may be renamed, moved or gone, or the only one. */
export function reconcileSite(tree: SiteTree): void {
  const { currentSite, choosesScope } = useSession.getState();
  const next = chooseSite(tree, choosesScope ? (currentSite?.id ?? null) : null);
  useSession.setState({ currentSite: next, choosesScope: hasChoice(tree) });
}
