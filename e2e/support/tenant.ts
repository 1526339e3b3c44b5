import { type BrowserContext, expect, type Page } from '@playwright/test';
import { SLOW } from './device-steps.ts';
import { Ears } from './ears.ts';
import type { VirtualDevices, Wanted } from './fleet.ts';
import type { House } from './house.ts';
import { callApi, type Registered, registerWithSite, signInBeside } from './people.ts';
import { walkTo } from './walk-to.ts';

export interface Named {
  /** In the name of all that is theirs. */
  readonly word: string;
  /** Other seeds are other devices, of other models. */
  readonly seed: number;
}

/** One of several accounts at work at the same time. */
export interface Tenant extends Named {
  readonly person: Registered;
  readonly page: Page;
  /** A second page of theirs, which looks at the list of devices all the time. */
  readonly list: Page;
  readonly ears: Ears;
  /** What nobody else may come to know. */
  readonly marks: string[];
}

export async function openTenant(
  house: House,
  context: BrowserContext,
  { word, seed }: Named,
): Promise<Tenant> {
  const ears = new Ears(context);
  const named = { organization: `${word} Group`, site: `${word} Quay` };
  const person = await registerWithSite(house, named);
  const list = await context.newPage();
  await signInBeside(list, person.userName);
  await walkTo(list, '/device/all');
  await expect(list.getByText('No device yet')).toBeVisible(SLOW);
  // Opened last it stands in front: a click on a page behind another takes most of a second.
  const page = await context.newPage();
  return { word, seed, person, page, list, ears, marks: [word, person.userName, person.siteUUID] };
}

type Bring = (wanted: Wanted) => Promise<VirtualDevices>;

/** Lets their device come in, which tells its own name. */
export function bringDevice(bring: Bring, { word, seed }: Tenant, code: string): Promise<VirtualDevices> {
  return bring({ code, kinds: 'ap=1', seed, building: `${word} House` });
}

/** From now on nobody else may come to know their device either. */
export async function markDevice(house: House, { person, marks }: Tenant) {
  const { rows } = await callApi(house, 'listDevices', {}, person.token);
  const [device] = rows;
  if (!device) throw new Error(`${person.userName} has no device`);
  const { deviceUUID, sn, model, version } = device;
  // Its radios' addresses differ in the last octet alone.
  const address = device.mac.slice(0, -3);
  marks.push(deviceUUID, sn, model, version, address);
  marks.push(address.replaceAll('-', ':'), address.replaceAll('-', ''));
  return device;
}

/** Neither shows, was told or saved anything of the other's up to now. */
export async function expectApart(one: Tenant, other: Tenant): Promise<void> {
  expect(await foundOf(other, one), `of ${other.word} at ${one.word}`).toEqual([]);
  expect(await foundOf(one, other), `of ${one.word} at ${other.word}`).toEqual([]);
}

async function foundOf({ marks }: Tenant, { page, list, ears }: Tenant): Promise<string[]> {
  const known = {
    page: await page.content(),
    list: await list.content(),
    ...(await ears.heard()),
  };
  return Object.entries(known).flatMap(([where, text]) =>
    marksIn(text, marks).map((mark) => `${where}: ${mark}`),
  );
}

export function marksIn(text: string, marks: readonly string[]): string[] {
  const told = text.toLowerCase();
  return marks.filter((mark) => told.includes(mark.toLowerCase()));
}
