import { type CallName, type CallTable, callTable } from '@airloom/contract/all-calls';
import { API_BASE, CLIENT_HEADER, type InputOf, type OutputOf } from '@airloom/contract/call';
import { expect, type Page } from '@playwright/test';
import type { TestServer } from './server.ts';

export const PASSWORD = 'Quiet-Harbour-42';
let people = 0;
let addresses = 0;

/** Registrations are limited per address. */
function newAddress(): string {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
}

/** An API call outside the browser, to prepare a test. */
export async function callApi<N extends CallName>(
  server: TestServer,
  name: N,
  input: InputOf<CallTable[N]>,
  token?: string,
): Promise<OutputOf<CallTable[N]>> {
  const call = callTable[name];
  const isGet = call.method === 'GET';
  const query = new URLSearchParams(
    isGet ? Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]) : [],
  );
  const response = await fetch(`${server.url}${API_BASE}${call.path}?${query}`, {
    method: call.method,
    headers: {
      [CLIENT_HEADER]: 'e2e',
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token === undefined ? { 'x-forwarded-for': newAddress() } : { authorization: `Bearer ${token}` }),
    },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
  });
  const answer = (await response.json()) as { code: number; msg: string; data: OutputOf<CallTable[N]> };
  if (answer.code !== 0) throw new Error(`${name}: ${answer.code} ${answer.msg}`);
  return answer.data;
}

/** Six digits, or three groups of four for a password reset. */
export const CODE = /\b(?:\d{4} \d{4} \d{4}|\d{6})\b/;

export function codeIn(body: string): string {
  const code = CODE.exec(body)?.[0];
  if (code === undefined) throw new Error(`No code in: ${body}`);
  return code;
}

export interface Registered {
  readonly userName: string;
  readonly email: string;
  readonly token: string;
}

/** Registers a person with a new main account. */
export async function registerPerson(server: TestServer): Promise<Registered> {
  const userName = `person_${process.pid % 1000}_${++people}`;
  const email = `${userName}@example.org`;
  await callApi(server, 'sendCode', { purpose: 'register', target: email });
  const code = codeIn((await server.messageTo(email)).body);
  const login = await callApi(server, 'registerAccount', {
    username: userName,
    target: email,
    code,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
  return { userName, email, token: login.access_token };
}

/** The same with one organization and one site. */
export async function registerWithSite(
  server: TestServer,
  { organization, site } = { organization: 'Northwind', site: 'Harbour' },
): Promise<Registered & { readonly siteUUID: string }> {
  const person = await registerPerson(server);
  const { enterpriseUUID } = await callApi(server, 'createEnterprise', { name: organization }, person.token);
  const { siteUUID } = await callApi(
    server,
    'createSite',
    { enterpriseUUID, name: site, countryCode: 'PL', timeZone: 'UTC+01:00' },
    person.token,
  );
  return { ...person, siteUUID };
}

/** Invites a person into the owner's account with a role and the site as reach; returns the user name. */
export async function inviteMember(
  server: TestServer,
  owner: Registered & { readonly siteUUID: string },
  roleUUID: string,
): Promise<string> {
  const target = `guest-of-${owner.userName}@example.org`;
  const userName = `g_${owner.userName}`;
  const invitation = { targets: [target], roleUUID, reach: { siteUUIDs: [owner.siteUUID] } };
  await callApi(server, 'invite', invitation, owner.token);
  const invited = await server.messageTo(target, /register\?/);
  await callApi(server, 'registerAccount', {
    username: userName,
    target,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    invitation: /invitation=([\w-]+)/.exec(invited.body)?.[1],
  });
  return userName;
}

/** Signs in through the sign-in page. */
export async function signIn(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('User name, phone or e-mail').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by API call, without loading a page. */
export async function signInByApi(page: Page, userName: string, password = PASSWORD): Promise<void> {
  const { path } = callTable.login;
  const answer = await page.request.post(`${API_BASE}${path}`, {
    headers: { [CLIENT_HEADER]: 'e2e' },
    data: { username: userName, password } satisfies InputOf<CallTable['login']>,
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
  await page
    .context()
    .addCookies([{ name: 'lastRequestTime', value: String(Date.now()), url: new URL(answer.url()).origin }]);
}

/** The same, then opens the home page. */
export async function signInHome(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await signInByApi(page, userName, password);
  await page.goto('/home/index');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account and role' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}
