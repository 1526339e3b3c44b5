import { test } from './support/fleet.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect } from './support/test.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ expectedErrors: [/the server responded with a status of 403/] });

test('the web page of a device opens by a proxy, apart from the console; forbidden targets are refused', async ({
  page,
  context,
  server,
  startDevices,
}) => {
  const person = await registerWithSite(server);
  const { siteUUID, token } = person;
  const { code } = await callApi(server, 'createClaimCode', { siteUUID, uses: 2 }, token);
  await startDevices({ code, kinds: 'switch=1' });
  const online = () => callApi(server, 'listDevices', { status: 'online' }, token);
  // Before its first report only the address of its connection is known.
  await expect
    .poll(async () => (await online()).rows.map(({ ip }) => ip), { timeout: 120_000 })
    .toEqual([expect.stringMatching(/^10\./)]);
  const [device] = (await online()).rows;
  if (!device) throw new Error('no device');
  await signInByApi(page, person.userName);

  await test.step('an administrator switches remote proxies on', async () => {
    await navigateTo(page, '/monitor/remoteProxy');
    await expect(page.getByText('Remote proxies are switched off')).toBeVisible();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByText('No active proxies')).toBeVisible();
  });

  await test.step('forbidden targets are refused', async () => {
    await page.getByRole('button', { name: 'Create proxy' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Device' }).fill(device.name);
    await page.getByTitle(`${device.name} · ${device.ip}`).click();
    await expect(drawer.getByLabel('Local IP')).toHaveValue(device.ip ?? '');
    for (const address of ['127.0.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255', '0.0.0.0']) {
      await drawer.getByLabel('Local IP').fill(address);
      await drawer.getByRole('button', { name: 'Create proxy' }).click();
      await expect(drawer.getByText(`Local IP cannot be ${address}.`)).toBeVisible();
    }
    expect((await callApi(server, 'listRemoteProxies', {}, token)).total).toBe(0);
    await drawer.getByLabel('Local IP').fill(device.ip ?? '');
    await drawer.getByRole('button', { name: 'Create proxy' }).click();
  });

  // A cookie that scripts may read, unlike that of the session.
  await context.addCookies([{ name: 'canary', value: 'console', url: server.url }]);
  expect(await page.evaluate(() => document.cookie)).toContain('canary');

  const opened = await test.step('the page of the device opens', async () => {
    await expect(page.getByText('Proxy created')).toBeVisible();
    const popup = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open web page' }).click();
    const proxied = await popup;
    await proxied.getByLabel('Password').fill('admin');
    await proxied.getByRole('button', { name: 'Sign in' }).click();
    await expect(proxied.getByText('Firmware')).toBeVisible();
    return proxied;
  });

  await test.step('it reads neither cookies nor storage of the console, and the address has no token', async () => {
    expect(new URL(opened.url()).hostname).not.toBe(new URL(server.url).hostname);
    expect(opened.url()).not.toContain('token');
    expect(await page.evaluate(() => localStorage.length)).toBeGreaterThan(0);
    const readable: unknown = JSON.parse(await opened.locator('#readable').innerText());
    expect(readable).toEqual({ cookie: '', storage: '', parent: '', opener: '' });
    expect(await opened.evaluate(() => document.cookie)).toBe('');
    const access = (await context.cookies(opened.url())).find(({ name }) =>
      name.startsWith('airloom_proxy_'),
    );
    expect(access).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    await opened.goto(new URL('/headers', opened.url()).href);
    const headers: unknown = JSON.parse(await opened.locator('body').innerText());
    expect(headers).toMatchObject({ cookie: 'session=signed-in', host: device.ip });
    expect(JSON.stringify(headers)).not.toMatch(/airloom|canary/);
  });

  await test.step('another browser gets nothing without a link', async () => {
    const stranger = await context.browser()?.newContext();
    if (!stranger) throw new Error('no browser');
    const visitor = await stranger.newPage();
    expect((await visitor.goto(opened.url()))?.status()).toBe(403);
    await stranger.close();
  });

  await test.step('traffic is shown, and stopping ends it', async () => {
    const row = page.getByRole('row').filter({ hasText: device.name });
    await expect(row).toContainText('kB', { timeout: 20_000 });
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('No active proxies')).toBeVisible();
    await expect(opened.reload()).rejects.toThrow();
  });
});
