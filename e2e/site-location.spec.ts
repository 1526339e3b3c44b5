import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi } from './support/people.ts';
import { expect, test } from './support/test.ts';

const NEAR = { latitude: 54.352, longitude: 18.6466 } as const;

function coordinate(page: Page, name: 'Latitude' | 'Longitude') {
  return page.getByRole('spinbutton', { name, exact: true });
}

async function numberIn(page: Page, name: 'Latitude' | 'Longitude'): Promise<number> {
  return Number(await coordinate(page, name).inputValue());
}

test('a site is placed by clicking the map, by dragging the pin, by keys and by typing', async ({
  page,
  server,
}) => {
  const person = await registerWithSite(server);
  await signInByApi(page, person.userName);
  await navigateTo(page, `/topnav/site?edit=${person.siteUUID}`);
  const form = page.getByRole('dialog');
  const map = form.getByRole('application');
  const pin = form.getByRole('button', { name: /^Location of the site/ });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toBeVisible();
  await expect(pin).toHaveCount(0);

  await test.step('a click places the pin', async () => {
    const box = await map.boundingBox();
    if (box === null) throw new Error('There is no map');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    await expect(pin).toBeVisible();
    expect(Math.abs(await numberIn(page, 'Latitude'))).toBeLessThan(90);
    await expectAccessible(page, 'location', '[role="dialog"]');
  });

  await test.step('typed coordinates move the pin into view', async () => {
    await coordinate(page, 'Latitude').fill(String(NEAR.latitude));
    await coordinate(page, 'Longitude').fill(String(NEAR.longitude));
    await coordinate(page, 'Longitude').press('Tab');
    await expect(pin).toHaveAccessibleName(new RegExp(`${NEAR.latitude}, ${NEAR.longitude}`));
  });

  await test.step('the pin is dragged, and Escape puts it back', async () => {
    const box = await pin.boundingBox();
    if (box === null) throw new Error('There is no pin');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y, { steps: 4 });
    };
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(form).toBeVisible();
    expect(await numberIn(page, 'Longitude')).toBe(NEAR.longitude);
    await drag();
    await page.mouse.up();
    await expect.poll(() => numberIn(page, 'Longitude')).toBeGreaterThan(NEAR.longitude);
  });

  await test.step('arrow keys move the pin, and the place is saved', async () => {
    const before = await numberIn(page, 'Latitude');
    await pin.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => numberIn(page, 'Latitude')).toBeGreaterThan(before);
    const latitude = await numberIn(page, 'Latitude');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const { rows } = await callApi(server, 'listSites', {}, person.token);
    expect(rows[0]?.coordinates?.latitude).toBe(latitude);
  });
});
