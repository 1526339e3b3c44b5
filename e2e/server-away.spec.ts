import { expect, type Page } from '@playwright/test';
import { cases, seed } from '../tools/testing/run-length.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { addressOf, expectDrawn, partsOf, screens, stageAccount } from './support/screens.ts';
import { consoleWith, test } from './support/test.ts';
import { waitUntilIdle } from './support/wait-until-idle.ts';

/** Many pages are open at the same time, and the console starts twice. */
test.describe.configure({ timeout: 600_000 });
test.use({
  wantedConsole: consoleWith({ AIRLOOM_DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1' }),
  // Requests and sockets that find no server.
  expectedErrors: [
    /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket/,
  ],
});

const BANNER = 'Reconnecting…';
/** The console starts, and browsers slow down timers of tabs in the background. */
const HEALED_WITHIN_MS = 180_000;

interface Opened {
  readonly page: Page;
  readonly address: string;
}

/** What a page shows of its data: headings, and how many rows, entries and values. */
function shownBy(page: Page) {
  return page.locator('main').evaluate((main) => ({
    headings: [...main.querySelectorAll('h1, h2, h3')].map((heading) => heading.textContent),
    entries: main.querySelectorAll('tr, li, dd').length,
    /** Pages without their subject say so. */
    failures: main.querySelectorAll('.state[role="alert"]').length,
  }));
}

/** On a big screen it is part of the page. */
function lostSign({ page }: Opened) {
  return page.getByText(BANNER);
}

/** The list of keys is in a chunk of its own, which no page needs. */
async function askForKeys(page: Page): Promise<void> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('?');
}

/** Pages that a big screen opens return to it by themselves; how it shows a lost connection is in `big-screen.spec.ts`. */
const STAYING = screens(false).filter(
  ({ fromBigScreen, bigScreen }) => fromBigScreen !== true && bigScreen !== true,
);

test.afterEach(({ server }) => server.resume());

/**
 * All pages share how they read and heal; a page of its own kind is found by the long run, or by a later commit: the normal
 * run opens one page in this many, others for each seed.
 */
const ONE_IN = cases(6, 1);
const OPENED = STAYING.filter((_, index) => index % ONE_IN === seed % ONE_IN);

for (const [index, routes] of partsOf(OPENED).entries()) {
  test(`pages keep their data while the server is away and heal afterwards, part ${index + 1}`, async ({
    context,
    server,
  }) => {
    const stage = await stageAccount(server);
    const opened: (Opened & { readonly shown: Awaited<ReturnType<typeof shownBy>> })[] = [];
    for (const route of routes) {
      const page = await context.newPage();
      if (opened.length === 0) await signInByApi(page, stage.person.userName);
      const address = addressOf(route, stage);
      await page.goto(address);
      await expectDrawn(page);
      await waitUntilIdle(page);
      opened.push({ page, address, shown: await shownBy(page) });
    }

    await server.halt();
    for (const one of opened) {
      await expect(lostSign(one).first(), one.address).toBeVisible();
      expect(await shownBy(one.page), one.address).toEqual(one.shown);
      await askForKeys(one.page);
    }
    for (const one of opened) {
      await expect(one.page.getByRole('dialog'), one.address).toHaveCount(0);
      expect(await shownBy(one.page), one.address).toEqual(one.shown);
    }

    const answers = new Map(
      opened.map(({ page, address }) => [
        address,
        page
          .waitForResponse((response) => response.ok() && response.url().includes('/api/'), {
            timeout: HEALED_WITHIN_MS,
          })
          .catch((error: unknown) => {
            throw new Error(`${address} reads nothing again`, { cause: error });
          }),
      ]),
    );
    await server.resume();
    for (const one of opened) {
      await expect(one.page.getByRole('dialog'), one.address).toBeVisible();
      await answers.get(one.address);
      await one.page.keyboard.press('Escape');
      await expect(lostSign(one), one.address).toHaveCount(0, { timeout: HEALED_WITHIN_MS });
      await waitUntilIdle(one.page);
      await expect.poll(() => shownBy(one.page), { message: one.address }).toEqual(one.shown);
      await one.page.close();
    }
  });
}

test('pages before the sign-in stay while the server is away, and open others afterwards', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  await expectDrawn(page);
  await server.halt();
  await page.getByLabel('User name, phone or e-mail').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Harbour-43');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The network request failed');
  await expect(page.getByText(BANNER)).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await server.resume();
  await expect(page).toHaveURL(/\/findpwd/);
  await expectDrawn(page);
  await expect(page.getByText(BANNER)).toHaveCount(0);
});

test('a change while the server is away says that nothing was changed; one that was sent is made once', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  // Messages are loaded a moment after the page.
  const feedback = page.waitForResponse(/feedback/);
  await page.goto('/topnav/org?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Southwind');
  await waitUntilIdle(page);
  await feedback;

  await test.step('nothing is sent to a server that is away', async () => {
    await server.halt();
    await expect(page.getByText(BANNER)).toBeVisible();
    await page.getByRole('button', { name: 'Create organization' }).click();
    const alert = page.getByRole('dialog', { name: 'Network error' });
    await expect(alert).toContainText('Nothing was changed.');
    await alert.getByRole('button', { name: 'OK' }).click();
    await server.resume();
    await expect(page.getByText(BANNER)).toHaveCount(0);
  });

  await test.step('an answer that got lost is asked for again under the same key', async () => {
    const keys: (string | undefined)[] = [];
    await page.route('**/enterprise/create', async (route) => {
      keys.push(route.request().headers()['repeat-key']);
      // The server makes the change, and its answer does not arrive.
      const response = await route.fetch();
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Create organization' }).click();
    await expect(page.getByRole('cell', { name: 'Southwind', exact: true })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const { rows } = await callApi(server, 'listEnterprises', { search: 'Southwind' }, person.token);
    expect(rows).toHaveLength(1);
    await expect(page.getByRole('dialog', { name: 'Network error' })).toHaveCount(0);
  });
});
