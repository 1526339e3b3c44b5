import type { Page } from '@playwright/test';
import { type Frames, framesOf, frameText, frameTimes } from '../support/browser.ts';
import { withLiveChanges } from '../support/live-changes.ts';
import type { Row } from '../support/report.ts';

export interface Scroll {
  /** Pixels per frame. */
  readonly step: number;
  /** Maximum duration in ms. */
  readonly during: number;
  readonly how: string;
  /** Number of passes from the first row. */
  readonly passes: number;
}

interface Scrolled {
  readonly what: string;
  /** Selector of the scrolling element. */
  readonly box: string;
  /** Selector of the element with the rows. */
  readonly list: string;
  /** Number of static copies of the rows to scroll through. */
  readonly copies: number;
  readonly scrolls: readonly Scroll[];
  readonly change: (turn: number) => Promise<void>;
}

/** Scrolls the rows of a page with live changes every second, then static copies of them. */
export async function scrollRows(page: Page, scrolled: Scrolled): Promise<Row[]> {
  const { what, box, list, copies, scrolls, change } = scrolled;
  const drawn = (await page.getByRole('table').getByRole('row').count()) - 1;
  const live = await withLiveChanges(change, () => passOver(page, box, scrolls));
  await page.evaluate(replaceByCopies, { list, copies });
  const copied = await passOver(page, box, scrolls);
  return scrolls.map(({ how }, place) => {
    const [own, plain] = [live[place], copied[place]];
    if (own === undefined || plain === undefined) throw new Error('a scroll setting was not measured');
    return {
      what: `Scrolling ${what} ${how}, with live changes every second, browser`,
      figures: [
        frameText(own),
        `${drawn} rows in the page`,
        `the same rows as static copies: ${frameText(plain)}`,
      ],
      ratio: `${(own.framesPerSecond / plain.framesPerSecond).toFixed(2)}× the frame rate of static rows`,
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

/** Runs in the page: replaces the list with static copies of its rows. */
function replaceByCopies({ list, copies }: { list: string; copies: number }): void {
  const shown = document.querySelector(list);
  const copy = shown?.cloneNode(true);
  if (!shown || !(copy instanceof HTMLElement)) throw new Error('there is no list');
  const rows = copy.querySelector('tbody');
  if (rows === null) throw new Error('there are no rows');
  rows.style.height = 'auto';
  rows.innerHTML = rows.innerHTML.repeat(copies);
  shown.replaceWith(copy);
}
