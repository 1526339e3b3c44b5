import type { Page } from '@playwright/test';
import { expectAccessibleAsIs } from './support/axe.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { callApi, registerPerson, registerWithSite, signInBeside, signInHome } from './support/people.ts';
import { untilStill } from './support/still.ts';
import { expect } from './support/test.ts';
import { walkTo } from './support/walk-to.ts';
import { expectSignIn, panel, WALL } from './support/wall-steps.ts';

/** Devices boot and report for a while. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** What lies over the edge of the window cannot be read on a wall. */
async function expectFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => ({
    right: document.documentElement.scrollWidth - window.innerWidth,
    bottom: document.documentElement.scrollHeight - window.innerHeight,
    smallest: Math.min(
      ...[...document.querySelectorAll('.big-screen *')]
        .filter((element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
        .filter((element) => !element.closest('.visually-hidden, svg'))
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ),
  }));
  expect(over.right).toBeLessThanOrEqual(0);
  expect(over.bottom).toBeLessThanOrEqual(0);
  expect(over.smallest).toBeGreaterThanOrEqual(14);
}

test('an empty wall says what comes first', async ({ page, house }) => {
  const { userName } = await registerPerson(house);
  await signInBeside(page, userName);
  await walkTo(page, '/monitor');
  await expect(page).toHaveURL(/\/monitor\/bigShow$/);
  await expect(page.getByText('There are no sites yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Begin at home' }).click();
  await expect(page).toHaveURL(/\/home\/index$/);
});

test('the wall shows what is, turns, tells of a lost line, and leads down and back', async ({
  page,
  house,
  bring,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(house);
  const { code } = await callApi(house, 'createClaimCode', { siteUUID, uses: 4 }, token);
  await callApi(
    house,
    'createAlarmRule',
    { name: 'Too busy', type: 'highCpu', levels: [{ level: 'urgent', threshold: 90 }], holdMinutes: 0 },
    token,
  );
  let lineUp = true;
  let cut: (() => void) | undefined;
  await page.routeWebSocket(/\/live/, (socket) => {
    if (!lineUp) {
      void socket.close({ code: 1001 });
      return;
    }
    socket.connectToServer();
    cut = () => void socket.close({ code: 1001 });
  });
  await signInBeside(page, userName);
  const devices = await bring({ code, kinds: 'ap=4', seed: 41 });
  await walkTo(page, WALL);

  await test.step('live, dark, with nothing around it', async () => {
    await expect(page.getByText('4 / 4').first()).toBeVisible(SLOW);
    await expect(page.getByText('Everything is all right')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expectAccessibleAsIs(page, 'the wall');
  });

  await test.step('turned by keys; who wants no motion starts it themselves', async () => {
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'The last 24 hours')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Busiest in the last 24 hours')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn by itself' })).toBeVisible();
    await page.keyboard.press(' ');
    await expect(page.getByRole('button', { name: 'Stop turning' })).toBeVisible();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'The last 24 hours', exact: true }).click();
    await expect(panel(page, 'The last 24 hours')).toBeVisible();
  });

  await test.step('it fits walls and what stands on a desk', async () => {
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectFits(page);
    }
  });

  await test.step('a lost line is told of, and mended by itself', async () => {
    lineUp = false;
    cut?.();
    await expect(page.getByText(/^No connection since/)).toBeVisible();
    await expect(page.getByText('4 / 4').first()).toBeVisible();
    lineUp = true;
    await expect(page.getByText('Live', { exact: true })).toBeVisible(SLOW);
  });

  await test.step('an alarm comes by itself; down to it, on to the access point, to a client, and back', async () => {
    devices.order({ do: 'highCpu', percent: 97 });
    devices.order({ do: 'reportNow' });
    await expect(page.getByText('1 site is in trouble')).toBeVisible(SLOW);
    await page
      .getByRole('link', { name: /High CPU load/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/monitor\/alarmDetail\?alarmUUID=/);
    await expect(page.getByRole('heading', { name: 'CPU load reached 97% (threshold 90%).' })).toBeVisible();
    await expectAccessibleAsIs(page, 'an alarm on the wall');
    await page.locator('.big-screen-facts').getByRole('link').click();
    await expect(page).toHaveURL(/\/monitor\/bigShowApDetail\?deviceUUID=/);
    await expect(page.getByRole('table', { name: /^Traffic/ })).toBeAttached();
    await expectAccessibleAsIs(page, 'an access point on the wall');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
  });

  await test.step('a client has the way back to the wall, in the dark', async () => {
    const { rows } = await callApi(house, 'listOnlineTerminals', {}, token);
    const [client] = rows;
    if (!client) throw new Error('There are no clients');
    await walkTo(page, `/monitor/bigShowApDetail?deviceUUID=${client.device.deviceUUID}`);
    await page.locator('a[href*="termDetail"]').first().click();
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('link', { name: 'Back to the big screen' }).click();
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  await test.step('long after the last hand it still leads to a client and back by itself; nothing is changed there', async () => {
    await page.clock.install();
    await page.reload();
    await walkTo(page, WALL);
    const toClient = page.getByRole('list').locator('a[href*="termDetail"]').first();
    await page.getByRole('button', { name: 'Busiest in the last 24 hours', exact: true }).click();
    // What is on its way while the hours leap may never be drawn.
    await expect(toClient).toBeVisible();
    await untilStill(page);
    await page.clock.fastForward('02:00:00');
    await toClient.click();
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
    await page.getByRole('button', { name: '6 hours' }).click();
    await expect(page).toHaveURL(/range=sixHours/);
    await page.clock.runFor(121_000);
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
    await page.getByRole('button', { name: 'Busiest in the last 24 hours', exact: true }).click();
    await toClient.click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expectSignIn(page);
  });
});

test('every site on the map of the wall leads to its panel, also those that do not come round', async ({
  page,
  house,
}) => {
  const { userName, token } = await registerPerson(house);
  const { enterpriseUUID } = await callApi(house, 'createEnterprise', { name: 'Northwind' }, token);
  const site = { enterpriseUUID, countryCode: 'PL', timeZone: 'UTC+01:00' };
  const gdansk = { latitude: 54.35, longitude: 18.65 };
  const { siteUUID } = await callApi(
    house,
    'createSite',
    { ...site, name: 'Gdańsk', coordinates: gdansk },
    token,
  );
  const auckland = { latitude: -36.85, longitude: 174.76 };
  await callApi(house, 'createSite', { ...site, name: 'Auckland', coordinates: auckland }, token);
  const marker = (name: string) =>
    page.getByRole('application', { name: 'Site distribution' }).getByRole('button', { name: `${name}: ` });
  const dots = page.getByRole('list', { name: 'Panels' }).getByRole('button');
  await signInBeside(page, userName);
  await walkTo(page, WALL);

  await test.step('pressed', async () => {
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(dots).toHaveCount(3);
    await marker('Gdańsk').click();
    await expect(panel(page, 'Gdańsk')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gdańsk', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  await test.step('turned on, it is left out again', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(dots).toHaveCount(3);
  });

  await test.step('by keyboard as well', async () => {
    await marker('Auckland').focus();
    await page.keyboard.press('Enter');
    await expect(panel(page, 'Auckland')).toBeVisible();
  });

  await test.step('on the wall of one site', async () => {
    await walkTo(page, `${WALL}?at=${siteUUID}`);
    await marker('Gdańsk').click();
    await expect(panel(page, 'Gdańsk')).toBeVisible();
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the wall turns by itself', async ({ page, house }) => {
    const { userName } = await registerWithSite(house);
    await signInHome(page, userName);
    await page.clock.install();
    await walkTo(page, WALL);
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await page.clock.runFor(15_500);
    await expect(panel(page, 'The last 24 hours')).toBeVisible();
    await page.getByRole('button', { name: 'Stop turning' }).click();
    await page.clock.runFor(30_000);
    await expect(panel(page, 'The last 24 hours')).toBeVisible();
  });
});
