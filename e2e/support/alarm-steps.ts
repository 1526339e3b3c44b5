import { expect, type Page } from '@playwright/test';
import { navigateTo } from './navigate.ts';

/** A rule that raises an urgent alarm at once from 90 % CPU load. */
export async function makeCpuRule(page: Page, name: string): Promise<void> {
  await navigateTo(page, '/alarm/alarmSetting?size=50');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Type').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'High CPU load' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('High CPU load');
  await form.getByLabel('Name').fill(name);
  await form.getByRole('checkbox', { name: 'Important' }).uncheck();
  await form.getByRole('checkbox', { name: 'Secondary' }).uncheck();
  await form.getByRole('checkbox', { name: 'Urgent' }).check();
  await form.getByLabel('Threshold for Urgent').fill('90');
  await form.getByLabel('Duration').fill('0');
  await expect(form.getByRole('status')).toContainText('Level: Urgent from 90%.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('table').getByRole('button', { name, exact: true })).toBeVisible();
}
