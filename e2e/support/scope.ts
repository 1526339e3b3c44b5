import { expect, type Locator, type Page } from '@playwright/test';

/** The control in the header. */
export function scopeControl(page: Page): Locator {
  return page.getByRole('button', { name: 'Organization or site' });
}

/** Selects a site, an organization or `All sites`. Entries of recent scopes come before those of the tree. */
export async function selectScope(page: Page, name: string): Promise<void> {
  await scopeControl(page).click();
  const tree = page.getByRole('tree', { name: 'Organization or site' });
  await tree.getByRole('treeitem', { name }).last().click();
  await expect(scopeControl(page)).toContainText(name);
}
