import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { navigateTo } from './navigate.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules whose result may differ between light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The page without menu and header, which are the same on every page. Rules about the whole page still apply. */
export const WITHOUT_SHELL = { exclude: ['.sidebar', '.header'] } satisfies axe.ContextObject;

type Part = string | typeof WITHOUT_SHELL;

/** The violations axe finds on the page, or in `part` of it. axe is loaded once into each document. */
async function violationsOf(
  page: Page,
  where: string,
  part?: Part,
  rules?: readonly string[],
): Promise<string[]> {
  if (typeof part === 'string')
    await expect(page.locator(part).filter({ visible: true }).first()).toBeVisible();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOptions: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : {}),
  };
  return page.evaluate(
    async ([place, context, options]) => {
      const { violations } = await window.axe.run(context ?? document, options);
      return violations.map(
        ({ id, nodes }) => `${place}: ${id} at ${nodes.map((node) => node.html).join(', ')}`,
      );
    },
    [where, part, runOptions] as const,
  );
}

/**
 * Expects no axe violations in light and dark mode, on the page or in `part` of it. The page stays in the other mode: every
 * change of mode draws the whole page again.
 */
export async function expectAccessible(page: Page, where: string, part?: Part): Promise<void> {
  await waitUntilIdle(page);
  const isDark = await page.evaluate(() => document.documentElement.dataset['theme'] === 'dark');
  const first = await violationsOf(page, where, part);
  await setColorScheme(page, isDark ? 'light' : 'dark');
  const second = await violationsOf(page, where, part, OF_COLOURS);
  expect([...first, ...second]).toEqual([]);
}

/** The same for pages that look the same in light and dark mode. */
export async function expectAccessibleAsIs(page: Page, where: string, part?: Part): Promise<void> {
  await waitUntilIdle(page);
  expect(await violationsOf(page, where, part)).toEqual([]);
}

/** Pages follow the system setting. Waits for colour transitions. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

export async function expectCleanPage(page: Page, path: string): Promise<void> {
  await navigateTo(page, path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, path, WITHOUT_SHELL);
}
