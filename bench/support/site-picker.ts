import { type Frames, frames, inBrowser } from './browser.ts';

const STEP_PX = 120;
const TREE = '[role="tree"]';

export interface PickerFigures extends Frames {
  readonly openMs: number;
  readonly rows: number;
  readonly idleFramesPerSecond: number;
}

/** Opens the organization and site picker in a real browser and scrolls it. */
export function measurePicker(url: string, token: string): Promise<PickerFigures> {
  return inBrowser(url, token, async (page) => {
    // A page without a tree, so that the tree of the picker is measured.
    await page.goto('/topnav/role');
    const trigger = page.getByRole('button', { name: 'Organization or site' });
    await trigger.waitFor();
    await page.waitForLoadState('networkidle');
    const idle = await frames(page, TREE, 0);
    const openMs = await page.evaluate(async () => {
      const button = document.querySelector<HTMLButtonElement>('button.picker');
      const began = performance.now();
      button?.click();
      while (!document.querySelector('[role="treeitem"]')) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - began;
    });
    const rows = await page.getByRole('treeitem').count();
    const scrolled = await frames(page, TREE, STEP_PX);
    return { openMs, rows, ...scrolled, idleFramesPerSecond: idle.framesPerSecond };
  });
}
