import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { navigateTo } from './navigate.ts';

/** A version that no other account has. */
export function newVersionOf(model: string, word: string): string {
  return `${model} 9.9.9-${word}`;
}

/** A firmware image for simulated devices: a header of one line, then padding. */
function makeImage(version: string): Buffer {
  const image = Buffer.alloc(64 * 1024, 0x5a);
  const header = JSON.stringify({ firmware: version, compatible: [], size: image.length });
  image.write(`AIRLOOM-IMAGE ${header}\n`.padEnd(512, ' '), 'latin1');
  return image;
}

export async function addImage(page: Page, version: string, ...models: readonly string[]): Promise<void> {
  await navigateTo(page, '/device/firmware');
  await page.getByRole('button', { name: 'Add image' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add image' });
  const file = { name: 'new.bin', mimeType: 'application/octet-stream', buffer: makeImage(version) };
  await form.getByLabel('File').setInputFiles(file);
  await expect(form.getByText(/^\S+ \S+ uploaded$/)).toBeVisible();
  const hash = createHash('sha256').update(file.buffer).digest('hex');
  await expect(form.getByText(hash)).toBeVisible();
  await form.getByLabel('SHA-256').fill(hash);
  await form.getByLabel('Version').fill(version);
  for (const model of models) {
    await form.getByLabel('Models').fill(model);
    await page.keyboard.press('Enter');
  }
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: version })).toBeVisible();
}

export function campaignOf(page: Page, version: string): Locator {
  return page.getByRole('dialog', { name: `Upgrade to ${version}` });
}

export async function chooseImage(page: Page, version: string): Promise<Locator> {
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByLabel('Image').click();
  await page.locator('.ant-select-item-option').filter({ hasText: version }).click();
  return form;
}

/** A time as it can be typed in any language. */
export function localTime(page: Page, inMinutes: number): Promise<string> {
  return page.evaluate((minutes) => {
    const at = new Date(Date.now() + minutes * 60_000 - new Date().getTimezoneOffset() * 60_000);
    return at.toISOString().slice(0, 16);
  }, inMinutes);
}
