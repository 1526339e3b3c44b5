import type { Page } from '@playwright/test';
import { expectAccessibleAsIs } from './support/axe.ts';
import { BIG_SCREEN, expectSignIn, panel } from './support/big-screen-steps.ts';
import { SLOW } from './support/device-steps.ts';
import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerPerson, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { expect } from './support/test.ts';
import { waitUntilIdle } from './support/wait-until-idle.ts';

/** Devices need time to boot and report. */
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** Elements outside the window, which cannot be scrolled to on a big screen. */
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

test('an empty big screen shows the first step', async ({ page, server }) => {
  const { userName } = await registerPerson(server);
  await signInByApi(page, userName);
  await navigateTo(page, '/monitor');
  await expect(page).toHaveURL(/\/monitor\/bigShow$/);
  await expect(page.getByText('No sites yet')).toBeVisible();
  await page.getByRole('link', { name: 'Go to home' }).click();
  await expect(page).toHaveURL(/\/home\/index$/);
});

test('the big screen shows live data, rotates, reports a lost connection, and links to details and back', async ({
  page,
  server,
  startDevices,
}) => {
  const { userName, siteUUID, token } = await registerWithSite(server);
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 4 }, token);
  await callApi(
    server,
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
  await signInByApi(page, userName);
  const devices = await startDevices({ code, kinds: 'ap=4', seed: 41 });
  await navigateTo(page, BIG_SCREEN);

  await test.step('live, dark and without header and sidebar', async () => {
    await expect(page.getByText('4 / 4').first()).toBeVisible(SLOW);
    await expect(page.getByText('No problems')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await expectAccessibleAsIs(page, 'the big screen');
  });

  await test.step('panels change by keyboard; with reduced motion the rotation is started manually', async () => {
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Last 24 hours')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Top traffic in the last 24 hours')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resume rotation' })).toBeVisible();
    await page.keyboard.press(' ');
    await expect(page.getByRole('button', { name: 'Pause rotation' })).toBeVisible();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Last 24 hours', exact: true }).click();
    await expect(panel(page, 'Last 24 hours')).toBeVisible();
  });

  await test.step('it fits large and desktop screens', async () => {
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectFits(page);
    }
  });

  await test.step('a lost connection is shown and restored automatically', async () => {
    lineUp = false;
    cut?.();
    await expect(page.getByText(/^Disconnected since/)).toBeVisible();
    await expect(page.getByText('4 / 4').first()).toBeVisible();
    lineUp = true;
    await expect(page.getByText('Live', { exact: true })).toBeVisible(SLOW);
  });

  await test.step('a new alarm appears and links to the alarm, the access point, a client and back', async () => {
    devices.command({ do: 'highCpu', percent: 97 });
    devices.command({ do: 'reportNow' });
    await expect(page.getByText('1 site has problems')).toBeVisible(SLOW);
    await page
      .getByRole('link', { name: /High CPU load/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/monitor\/alarmDetail\?alarmUUID=/);
    await expect(page.getByRole('heading', { name: 'CPU load reached 97% (threshold 90%).' })).toBeVisible();
    await expectAccessibleAsIs(page, 'an alarm on the big screen');
    await page.locator('.big-screen-facts').getByRole('link').click();
    await expect(page).toHaveURL(/\/monitor\/bigShowApDetail\?deviceUUID=/);
    await expect(page.getByRole('table', { name: /^Traffic/ })).toBeAttached();
    await expectAccessibleAsIs(page, 'an access point on the big screen');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
  });

  await test.step('the client page is dark and links back to the big screen', async () => {
    const { rows } = await callApi(server, 'listOnlineTerminals', {}, token);
    const [client] = rows;
    if (!client) throw new Error('There are no clients');
    await navigateTo(page, `/monitor/bigShowApDetail?deviceUUID=${client.device.deviceUUID}`);
    await page.locator('a[href*="termDetail"]').first().click();
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('link', { name: 'Back to the big screen' }).click();
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
    await page.getByRole('link', { name: 'Exit' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  await test.step('long after the last input it still links to a client, read only, and returns by itself', async () => {
    await page.clock.install();
    await page.reload();
    await navigateTo(page, BIG_SCREEN);
    const toClient = page.getByRole('list').locator('a[href*="termDetail"]').first();
    await page.getByRole('button', { name: 'Top traffic in the last 24 hours', exact: true }).click();
    // Responses that arrive during the clock change may never be rendered.
    await expect(toClient).toBeVisible();
    await waitUntilIdle(page);
    await page.clock.fastForward('02:00:00');
    await toClient.click();
    await expect(page).toHaveURL(/\/monitor\/termDetail\?mac=/);
    await page.getByRole('button', { name: '6 hours' }).click();
    await expect(page).toHaveURL(/range=sixHours/);
    await page.clock.runFor(121_000);
    await expect(page).toHaveURL(/\/monitor\/bigShow$/);
    await page.getByRole('button', { name: 'Top traffic in the last 24 hours', exact: true }).click();
    await toClient.click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expectSignIn(page);
  });
});

test('every site on the map links to its panel, also sites outside the rotation', async ({
  page,
  server,
}) => {
  const { userName, token } = await registerPerson(server);
  const { enterpriseUUID } = await callApi(server, 'createEnterprise', { name: 'Northwind' }, token);
  const site = { enterpriseUUID, countryCode: 'PL', timeZone: 'UTC+01:00' };
  const gdansk = { latitude: 54.35, longitude: 18.65 };
  const { siteUUID } = await callApi(
    server,
    'createSite',
    { ...site, name: 'Gdańsk', coordinates: gdansk },
    token,
  );
  const auckland = { latitude: -36.85, longitude: 174.76 };
  await callApi(server, 'createSite', { ...site, name: 'Auckland', coordinates: auckland }, token);
  const marker = (name: string) =>
    page.getByRole('application', { name: 'Site distribution' }).getByRole('button', { name: `${name}: ` });
  const dots = page.getByRole('list', { name: 'Panels' }).getByRole('button');
  await signInByApi(page, userName);
  await navigateTo(page, BIG_SCREEN);

  await test.step('by click', async () => {
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(dots).toHaveCount(3);
    await marker('Gdańsk').click();
    await expect(panel(page, 'Gdańsk')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Gdańsk', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  });

  await test.step('the rotation skips it again', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await expect(dots).toHaveCount(3);
  });

  await test.step('by keyboard', async () => {
    await marker('Auckland').focus();
    await page.keyboard.press('Enter');
    await expect(panel(page, 'Auckland')).toBeVisible();
  });

  await test.step('on the big screen of one site', async () => {
    await navigateTo(page, `${BIG_SCREEN}?at=${siteUUID}`);
    await marker('Gdańsk').click();
    await expect(panel(page, 'Gdańsk')).toBeVisible();
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the big screen rotates by itself', async ({ page, server }) => {
    const { userName } = await registerWithSite(server);
    await signInHome(page, userName);
    await page.clock.install();
    await navigateTo(page, BIG_SCREEN);
    await expect(panel(page, 'Site distribution')).toBeVisible();
    await page.clock.runFor(15_500);
    await expect(panel(page, 'Last 24 hours')).toBeVisible();
    await page.getByRole('button', { name: 'Pause rotation' }).click();
    await page.clock.runFor(30_000);
    await expect(panel(page, 'Last 24 hours')).toBeVisible();
  });
});
