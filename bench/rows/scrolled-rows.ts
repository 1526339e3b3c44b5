import type { Page } from '@playwright/test';
import { type Frames, framesOf, frameTimes, saidOf } from '../support/browser.ts';
import { withNews } from '../support/news.ts';
import type { Row } from '../support/report.ts';

export interface Scroll {
  /** How far the rows move in a frame, in pixels, and for how long at most. */
  readonly step: number;
  readonly during: number;
  readonly how: string;
  /** From the first row on, so many times. */
  readonly passes: number;
}

interface Scrolled {
  readonly what: string;
  /** What scrolls. */
  readonly box: string;
  /** What holds the rows. */
  readonly list: string;
  /** So many plain copies of the rows are enough to scroll through. */
  readonly copies: number;
  readonly scrolls: readonly Scroll[];
  readonly news: (turn: number) => Promise<void>;
}

/** Scrolls the rows of a page with news every second, and then plain copies of them. */
export async function scrollRows(page: Page, scrolled: Scrolled): Promise<Row[]> {
  const { what, box, list, copies, scrolls, news } = scrolled;
  const drawn = (await page.getByRole('table').getByRole('row').count()) - 1;
  const moving = await withNews(news, () => passOver(page, box, scrolls));
  await page.evaluate(stayAsTheyAre, { list, copies });
  const still = await passOver(page, box, scrolls);
  return scrolls.map(({ how }, place) => {
    const [own, plain] = [moving[place], still[place]];
    if (own === undefined || plain === undefined) throw new Error('a way of scrolling was not measured');
    return {
      what: `Scrolling ${what} ${how}, with news every second, browser`,
      figures: [saidOf(own), `${drawn} rows in the page`, `the same rows as they stand: ${saidOf(plain)}`],
      ratio: `${(own.framesPerSecond / plain.framesPerSecond).toFixed(2)}× the frame rate of rows that are there already`,
    };
  });
}

async function passOver(page: Page, box: string, scrolls: readonly Scroll[]): Promise<Frames[]> {
  const counted: Frames[] = [];
  for (const { step, during, passes } of scrolls) {
    const took: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      await page.locator(box).evaluate((scrolling) => scrolling.scrollTo(0, 0));
      await page.getByRole('row', { name: /.+/ }).nth(5).waitFor();
      took.push(...(await frameTimes(page, box, step, during)));
    }
    counted.push(framesOf(took));
  }
  return counted;
}

/** In the page: puts plain copies of the rows in place of the list. */
function stayAsTheyAre({ list, copies }: { list: string; copies: number }): void {
  const shown = document.querySelector(list);
  const copy = shown?.cloneNode(true);
  if (!shown || !(copy instanceof HTMLElement)) throw new Error('there is no list');
  const rows = copy.querySelector('tbody');
  if (rows === null) throw new Error('there are no rows');
  rows.style.height = 'auto';
  rows.innerHTML = rows.innerHTML.repeat(copies);
  shown.replaceWith(copy);
}
