import { CAMERA, JPEG, locatedJpeg } from '../apps/server/src/testing/pictures.ts';
import { expectAccessible } from './support/axe.ts';
import { navigateTo } from './support/navigate.ts';
import { callApi, registerWithSite, signInByApi, signInHome } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('devices are tagged together and filtered by the tag; one gets a note and a photo', async ({
  page,
  server,
  browser,
}) => {
  const ada = await registerWithSite(server);
  const rows = ['Lobby', 'Roof', 'Stairs'].map((name, nth) => ({
    kind: 'ap' as const,
    mac: `90:3c:b3:0a:0c:0${nth}`,
    sn: '',
    name,
    position: '',
    remark: '',
  }));
  await callApi(server, 'addDevices', { siteUUID: ada.siteUUID, rows }, ada.token);
  await signInHome(page, ada.userName);
  await navigateTo(page, '/device/all');

  await test.step('add tags to two devices', async () => {
    for (const name of ['Lobby', 'Roof']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit tags' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit tags of 2 devices' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText('Select at least one.')).toBeVisible();
    await drawer.getByLabel(/^Add/).pressSequentially('Outdoor,Needs ladder,');
    await expectAccessible(page, 'the tags drawer', '[role="dialog"]');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('row', { name: /Lobby/ })).toContainText('Needs ladderOutdoor');
    await expect(page.getByRole('row', { name: /Stairs/ })).not.toContainText('Outdoor');
  });

  await test.step('filter by a tag, and remove the filter', async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: /^Tags / }).click();
    await page.getByRole('menuitemradio', { name: 'Outdoor' }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/tag=Outdoor/);
    await expect(page.getByRole('row', { name: /Roof/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /Stairs/ })).toBeHidden();
    await page.getByRole('button', { name: 'Remove the filter Tags: Outdoor' }).click();
    await expect(page.getByRole('row', { name: /Stairs/ })).toBeVisible();
  });

  await test.step('find the tag in the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search pages, sites, devices/).fill('needs lad');
    await page.getByRole('option', { name: /Needs ladder/ }).click();
    await expect(page).toHaveURL(/\/device\/all\?tag=Needs\+ladder/);
    await expect(page.getByRole('row', { name: /Stairs/ })).toBeHidden();
  });

  await page.getByRole('link', { name: 'Roof' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Roof' })).toBeVisible();
  const address = page.url();

  await test.step('change the tags on the page of the device', async () => {
    await page.getByRole('button', { name: 'Actions for Roof' }).click();
    await page.getByRole('menuitem', { name: 'Edit tags' }).click();
    const drawer = page.getByRole('dialog', { name: 'Tags of Roof' });
    await drawer.getByLabel(/^Tags/).press('Backspace');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('link', { name: 'Needs ladder' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Outdoor' })).toBeHidden();
  });

  await page.getByRole('tab', { name: 'Notes and photos' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  const photos = page.getByRole('region', { name: 'Photos' });

  await test.step('a note appears in another browser without reload, and is edited there', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
    const other = await context.newPage();
    await signInByApi(other, ada.userName);
    await other.goto(`${address}&tab=notes`);
    await expect(other.getByText('No notes yet')).toBeVisible();
    await notes.getByLabel('New note').fill('Behind the chimney\nKey at the desk');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByText('Key at the desk')).toBeVisible();
    await expect(notes.getByLabel('New note')).toHaveValue('');
    await expect(other.getByText('Key at the desk')).toBeVisible();
    await other.getByRole('button', { name: `Actions for the note of ${ada.userName}` }).click();
    await other.getByRole('menuitem', { name: 'Edit' }).click();
    await other.getByLabel('Text of the note').fill('Behind the chimney\nKey at the bar');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(notes.getByText('Key at the bar')).toBeVisible();
    await expect(notes.getByText(`edited by ${ada.userName}`)).toBeVisible();
    await context.close();
  });

  await test.step('a photo is added without its location, shown and deleted', async () => {
    const input = photos.locator('input[type=file]');
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
    await expect(page.getByText('notes.txt is not a JPEG, PNG or WebP image.')).toBeVisible();
    await input.setInputFiles([
      { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: locatedJpeg() },
      { name: 'mast.jpg', mimeType: 'image/jpeg', buffer: JPEG },
    ]);
    await expect(page.getByText('2 photos added')).toBeVisible();
    await expectAccessible(page, 'notes and photos');
    await photos.getByRole('button', { name: 'Open photo 1 of 2' }).click();
    const viewer = page.getByRole('dialog', { name: 'Photo 1 of 2' });
    const shown = viewer.getByRole('img', { name: 'Photo 1 of Roof' });
    // Rotated by 90 degrees according to its orientation.
    await expect(shown).toHaveJSProperty('naturalWidth', 12);
    const src = await shown.getAttribute('src');
    const bytes = await (await page.request.get(src ?? '')).body();
    expect(bytes.includes(CAMERA)).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
    await expect(viewer.getByRole('button', { name: 'Previous photo' })).toBeDisabled();
    await page.keyboard.press('ArrowRight');
    const second = page.getByRole('dialog', { name: 'Photo 2 of 2' });
    await second.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this photo?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(photos.getByRole('button', { name: 'Open photo 1 of 1' })).toBeVisible();
  });
});
