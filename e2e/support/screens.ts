import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import type { Language } from '@airloom/contract/languages';
import { expect, type Page } from '@playwright/test';
import { routes } from '../../apps/web/src/app/all-routes.ts';
import { flattenRoutes } from '../../apps/web/src/app/routing/match-route.ts';
import { DEVICE_PAGES } from '../../apps/web/src/shared/devices/device-page.ts';
import type { RouteDef } from '../../apps/web/src/shared/routing/route-def.ts';
import { callApi, type Registered, registerWithSite } from './people.ts';
import type { TestServer } from './server.ts';

/** Routes that are not opened, with the reason. */
const NOT_OPENED: Readonly<Record<string, string>> = {
  '/redirect': 'shows nothing: it navigates to another page at once',
};

/** Detail pages whose object needs a device that reports. They are opened without it; these specs open them with it. */
const WITHOUT_OBJECT: Readonly<Record<string, string>> = {
  '/monitor/termDetail': 'clients.spec.ts',
  '/monitor/alarmDetail': 'big-screen.spec.ts',
};

/** States of pages that are part of their address, beside tabs. */
const STATES: Readonly<Record<string, string>> = {
  '/statistics/network': 'range=own',
  '/statistics/device': 'range=own',
  '/statistics/terminal': 'range=own',
  '/statistics/property': 'range=own',
};

/** An account with one device of each kind, and the addresses of its objects. */
export interface Stage {
  readonly person: Registered;
  /** The address of a detail page, by route path. */
  readonly addresses: ReadonlyMap<string, string>;
}

export async function stageAccount(server: TestServer): Promise<Stage> {
  const person = await registerWithSite(server);
  const { siteUUID, token } = person;
  const rows = DEVICE_KINDS.map((kind, index) => ({
    kind,
    mac: `90:3c:b3:0e:00:0${index}`,
    sn: '',
    name: `Device ${kind}`,
    position: '',
    remark: '',
  }));
  await callApi(server, 'addDevices', { siteUUID, rows }, token);
  const devices = (await callApi(server, 'listDevices', {}, token)).rows;
  const detail = (path: string, kind: string): [string, string] => {
    const device = devices.find((candidate) => candidate.kind === kind);
    if (!device) throw new Error(`The account has no ${kind}`);
    return [path, `${path}?deviceUUID=${device.deviceUUID}`];
  };
  return {
    person,
    addresses: new Map([
      ...DEVICE_KINDS.map((kind) => detail(DEVICE_PAGES[kind], kind)),
      detail('/monitor/bigShowApDetail', 'ap'),
    ]),
  };
}

/** Every route with a page, public or behind the sign-in. */
export function screens(isPublic: boolean): RouteDef[] {
  return flattenRoutes(routes).filter(
    (route) => route.page && (route.public ?? false) === isPublic && !(route.path in NOT_OPENED),
  );
}

/** Routes of one test: several workers share the walk. */
const ROUTES_PER_PART = 25;

/** Adjacent routes together: some share their page, whose tabs are then visited once. */
export function partsOf(all: readonly RouteDef[]): RouteDef[][] {
  const size = Math.ceil(all.length / Math.ceil(all.length / ROUTES_PER_PART));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );
}

/** The address to open a route at. */
export function addressOf({ path }: RouteDef, { addresses }: Stage): string {
  const address = addresses.get(path) ?? path;
  if (address.includes('/:')) throw new Error(`${path} needs an object; add it to the staged account`);
  return address;
}

/** The paths listed above that are no route any more. */
export function unknownPaths(): string[] {
  const paths = flattenRoutes(routes).map(({ path }) => path);
  return [NOT_OPENED, WITHOUT_OBJECT, STATES].flatMap(Object.keys).filter((path) => !paths.includes(path));
}

/** Tabs of pages that several routes share are visited once. */
export class Tabs {
  readonly #visited = new Set<string>();

  /** The addresses of the tabs of the open page that were not visited yet, without the selected one, and of its other state. */
  async of(page: Page, route: RouteDef, address: string): Promise<string[]> {
    const tabs = page.getByRole('tab');
    const keys = await tabs.evaluateAll((all) =>
      all.map((tab) => ({
        key: tab.getAttribute('data-key'),
        selected: tab.getAttribute('aria-selected') === 'true',
      })),
    );
    const unvisited = keys.flatMap(({ key, selected }) => {
      const mark = `${String(route.page)} ${key}`;
      if (key === null || this.#visited.has(mark)) return [];
      this.#visited.add(mark);
      return selected ? [] : [`tab=${key}`];
    });
    const state = STATES[route.path];
    return [...unvisited, ...(state === undefined ? [] : [state])].map(
      (query) => `${address}${address.includes('?') ? '&' : '?'}${query}`,
    );
  }
}

const MESSAGES = join(import.meta.dirname, '../../packages/messages');
const DOMAINS = readdirSync(join(MESSAGES, 'en')).map((file) => file.replace('.json', ''));
const MESSAGE_KEY = new RegExp(`(?<![\\w@/.:-])(?:${DOMAINS.join('|')})\\.[a-z]\\w*(?:\\.\\w+)*(?![\\w/@-])`);

/** The text of a message key, which begins with the name of its file. */
function textOf(language: Language, key: string): string {
  const [domain, ...names] = key.split('.');
  let found: unknown = JSON.parse(readFileSync(join(MESSAGES, language, `${domain}.json`), 'utf8'));
  for (const name of names) found = (found as Readonly<Record<string, unknown>>)[name];
  return String(found);
}

/** Widths in pixels. */
const PHONE = 390;
const WIDTHS = [PHONE, 1280, 1440, 1920];
/** What a finger can hit, in pixels. */
const TAP = 40;

/** Tables with columns out of view, and tables that are no cards on a phone. */
async function tableFaults(page: Page, width: number): Promise<string[]> {
  return page.locator('.grid-scroll').evaluateAll(
    (all, isPhone) =>
      all.flatMap((box) => {
        const table = box.querySelector<HTMLElement>('table.grid');
        const name = table?.getAttribute('aria-label');
        // Tables without columns of their own, such as the values of a chart, scroll.
        if (!table || table.dataset['cards'] === undefined) return [];
        const hidden = box.scrollWidth - box.clientWidth;
        return [
          ...(hidden > 0 ? [`${hidden} px of the table ${name} are out of view`] : []),
          ...(isPhone && table.dataset['cards'] !== 'true' ? [`the table ${name} has no cards`] : []),
        ];
      }),
    width === PHONE,
  );
}

/** Controls that are too small for a finger. */
async function smallControls(page: Page): Promise<string[]> {
  return page.locator('main, header').evaluateAll(
    (parts, least) =>
      parts.flatMap((part) =>
        [...part.querySelectorAll<HTMLElement>('button, input, [role=tab], [role=switch]')].flatMap(
          (control) => {
            const target = control.matches('input')
              ? (control.closest<HTMLElement>(
                  'label, .ant-input-affix-wrapper, .ant-select, .ant-input-number',
                ) ?? control)
              : control;
            const { width, height } = target.getBoundingClientRect();
            const style = getComputedStyle(control);
            const isDrawn =
              width > 1 &&
              height > 1 &&
              control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
            // Words among other words are as tall as their line.
            const isText = style.display === 'inline' || control.classList.contains('table-open');
            if (!isDrawn || isText || control.matches('.ant-switch') || control.closest('[aria-hidden=true]'))
              return [];
            if (Math.min(width, height) >= least - 0.5) return [];
            const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 30);
            return [
              `${control.tagName.toLowerCase()}.${control.className} ${name} is ${Math.round(width)} × ${Math.round(height)}`,
            ];
          },
        ),
      ),
    TAP,
  );
}

/** Components that follow the width of the window are drawn by then. */
async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** What is wrong with the open page: horizontal overflow, cut words in the menu, a message key instead of a text, a wrong title. */
export async function faultsOf(
  page: Page,
  where: string,
  route: RouteDef,
  language: Language,
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await nextFrames(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) faults.push(`${where}: ${overflow} px too wide for ${width}`);
    const found = [
      ...(await tableFaults(page, width)),
      ...(width === PHONE ? await smallControls(page) : []),
    ];
    faults.push(...found.map((fault) => `${where} at ${width}: ${fault}`));
  }
  const cut = await page
    .locator('.nav-word')
    .evaluateAll((words) =>
      words.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
    );
  if (cut.length > 0) faults.push(`${where}: the menu cuts ${cut.join(', ')}`);
  const key = MESSAGE_KEY.exec(await page.locator('body').innerText());
  if (key) faults.push(`${where}: shows the key ${key[0]}`);
  const title = textOf(language, route.title);
  if ((await page.title()) !== `${title} - Airloom`)
    faults.push(`${where}: has the title ${await page.title()}, not ${title}`);
  const heading = await page.getByRole('heading', { level: 1 }).first().textContent();
  if (route.menu === true && route.bigScreen !== true && heading !== title)
    faults.push(`${where}: has the heading ${heading}, not ${title}`);
  return faults;
}

export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
}
