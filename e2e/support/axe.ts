import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { untilStill } from './still.ts';
import { walkTo } from './walk-to.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What may differ between light and dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with what is shown, or with the part of it that is named; loaded once into each document. */
async function look(page: Page, where: string, part?: string, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules ? { runOnly: [...rules] } : {}) };
  return page.evaluate(
    async ([place, context, wanted]) => {
      const { violations } = await window.axe.run(context ?? document, wanted);
      return violations.map(
        ({ id, nodes }) => `${place}: ${id} at ${nodes.map((node) => node.html).join(', ')}`,
      );
    },
    [where, part, options] as const,
  );
}

/** Nothing for axe to complain about, light and dark: on what is shown, or on the part of it that is named. */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await untilStill(page);
  const light = await look(page, where, part);
  await turn(page, 'dark');
  const dark = await look(page, where, part, OF_COLOURS);
  await turn(page, 'light');
  expect([...light, ...dark]).toEqual([]);
}

/** The same for what looks the same in light and dark. */
export async function expectAccessibleAsIs(page: Page, where: string): Promise<void> {
  await untilStill(page);
  expect(await look(page, where)).toEqual([]);
}

/** Pages follow the system; colours that still change are waited for. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((change) => change instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

export async function expectCleanPage(page: Page, path: string): Promise<void> {
  await walkTo(page, path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, path);
}
