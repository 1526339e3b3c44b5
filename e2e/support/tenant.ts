import { type BrowserContext, expect, type Page } from '@playwright/test';
import { SLOW } from './device-steps.ts';
import type { FleetOptions, VirtualDevices } from './fleet.ts';
import { navigateTo } from './navigate.ts';
import { callApi, type Registered, registerWithSite, signInByApi } from './people.ts';
import type { TestServer } from './server.ts';
import { TrafficRecorder } from './traffic-recorder.ts';

export interface Named {
  /** Part of every name in this account. */
  readonly word: string;
  /** Another seed produces other devices of other models. */
  readonly seed: number;
}

/** One of several accounts that are active at the same time. */
export interface Tenant extends Named {
  readonly person: Registered;
  readonly page: Page;
  /** A second page that shows the device list all the time. */
  readonly list: Page;
  readonly traffic: TrafficRecorder;
  /** Strings that must not appear in another account. */
  readonly marks: string[];
}

export async function openTenant(
  server: TestServer,
  context: BrowserContext,
  { word, seed }: Named,
): Promise<Tenant> {
  const traffic = new TrafficRecorder(context);
  const named = { organization: `${word} Group`, site: `${word} Quay` };
  const person = await registerWithSite(server, named);
  const list = await context.newPage();
  await signInByApi(list, person.userName);
  await navigateTo(list, '/device/all');
  await expect(list.getByText('No devices yet')).toBeVisible(SLOW);
  // Opened last, so it is in front: clicks on a background page take almost a second.
  const page = await context.newPage();
  return { word, seed, person, page, list, traffic, marks: [word, person.userName, person.siteUUID] };
}

type Bring = (wanted: FleetOptions) => Promise<VirtualDevices>;

/** Starts the device of this account. */
export function startDeviceOf(
  startDevices: Bring,
  { word, seed }: Tenant,
  code: string,
): Promise<VirtualDevices> {
  return startDevices({ code, kinds: 'ap=1', seed, building: `${word} Depot` });
}

/** Adds the identifiers of the device to the marks. */
export async function markDevice(server: TestServer, { person, marks }: Tenant) {
  const { rows } = await callApi(server, 'listDevices', {}, person.token);
  const [device] = rows;
  if (!device) throw new Error(`${person.userName} has no device`);
  const { deviceUUID, sn, model, version } = device;
  // The addresses of its radios differ only in the last octet.
  const address = device.mac.slice(0, -3);
  marks.push(deviceUUID, sn, model, version, address);
  marks.push(address.replaceAll('-', ':'), address.replaceAll('-', ''));
  return device;
}

/** Expects that neither account showed, received or saved a mark of the other. */
export async function expectIsolated(one: Tenant, other: Tenant): Promise<void> {
  expect(await foundOf(other, one), `of ${other.word} at ${one.word}`).toEqual([]);
  expect(await foundOf(one, other), `of ${one.word} at ${other.word}`).toEqual([]);
}

async function foundOf({ marks }: Tenant, { page, list, traffic }: Tenant): Promise<string[]> {
  const known = {
    page: await page.content(),
    list: await list.content(),
    ...(await traffic.received()),
  };
  return Object.entries(known).flatMap(([where, text]) =>
    marksIn(text, marks).map((mark) => `${where}: ${mark}`),
  );
}

export function marksIn(text: string, marks: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return marks.filter((mark) => lower.includes(mark.toLowerCase()));
}
