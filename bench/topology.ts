import { API_BASE } from '@airloom/contract/call';
import type { Page } from '@playwright/test';
import { fillWithNeighbours } from './rows/topology-rows.ts';
import { makeAccount, makeSites } from './support/account.ts';
import { dragFrames, type Frames, frameText, inBrowser } from './support/browser.ts';
import { startConsole } from './support/child.ts';
import { startDatabase } from './support/database.ts';
import { load } from './support/load.ts';
import { numberOf } from './support/options.ts';
import type { Row } from './support/report.ts';

const DEVICES = 2_000;
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const FRAME = '.topology-frame';
const NEARER = 5;
/** Equal frames in a row after which a movement has ended. */
const STILL_FRAMES = 5;
const LAYOUTS = ['Top to bottom', 'Radial', 'Left to right'] as const;

/** The topology of a large site: the call, and dragging the diagram of all its devices in a browser. */
export async function topology(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_topology');
  await makeSites(database, account.tenant, ['Campus'], ['Site']);
  await fillWithNeighbours(database, account.tenant, devices);
  await database.owner.query('vacuum analyze');
  const { rows: sites } = await database.owner.query<{ id: string }>(
    'select id from site where tenant_id = $1',
    [account.tenant],
  );
  const running = await startConsole({ DATABASE_URL: database.connectionString, GATEWAY_PORT: 'off' });
  try {
    const headers = { authorization: `Bearer ${account.token}` };
    const measure = async (path: string) => {
      const options = { port: running.port, path: `${API_BASE}${path}`, headers, connections: 1 };
      await load({ ...options, seconds: WARM_UP_SECONDS });
      return load({ ...options, seconds: numberOf('seconds', SECONDS) });
    };
    const baseline = await measure('/role/list');
    const call = await measure(`/topology/view?siteUUID=${sites[0]?.id ?? ''}`);
    const moved = await inBrowser(`http://127.0.0.1:${running.port}`, account.token, (page) =>
      moveAll(page, devices),
    );
    return [
      {
        what: `Topology of ${devices} devices, call`,
        figures: [`p50 ${call.p50Ms.toFixed(1)} ms, p99 ${call.p99Ms.toFixed(1)} ms at 1 connection`],
        ratio: `${(call.p50Ms / baseline.p50Ms).toFixed(1)}× the p50 of the list of roles`,
      },
      ...moved,
    ];
  } finally {
    await running.stop();
    await database.stop();
  }
}

async function moveAll(page: Page, devices: number): Promise<Row[]> {
  await page.goto('/monitor/topo');
  await page.locator(FRAME).waitFor();
  await page.waitForLoadState('networkidle');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Collapse all');
  await page.locator(`${FRAME}[aria-label*=" 1 "]`).waitFor();
  const empty = await moving(page);
  await press('Expand all');
  await page.locator(`${FRAME}[aria-label*="${devices.toLocaleString('en')}"]`).waitFor();
  const laidOut: Row[] = [];
  for (const layout of LAYOUTS) laidOut.push(await layingOut(page, layout));
  await press('Fit to screen');
  const far = await moving(page);
  for (let step = 0; step < NEARER; step += 1) await press('Zoom in');
  const near = await moving(page);
  const dragged = await draggingRoot(page);
  const rowOf = (what: string, moved: Frames): Row => ({
    what,
    figures: [frameText(moved)],
    ratio: `${(moved.framesPerSecond / empty.framesPerSecond).toFixed(2)}× the frame rate of moving the collapsed diagram`,
  });
  return [
    ...laidOut,
    rowOf('Moving the diagram with all branches collapsed, browser', empty),
    rowOf(`Moving a topology of ${devices} devices, all in view`, far),
    rowOf('Moving the same from near by, with all texts', near),
    rowOf(`Dragging the gateway with the ${devices - 1} devices below it`, dragged),
  ];
}

/** Time from the choice of another layout until it is computed, and painted once. */
async function layingOut(page: Page, layout: (typeof LAYOUTS)[number]): Promise<Row> {
  const took = await page.getByText(layout, { exact: true }).evaluate(async (element) => {
    const began = performance.now();
    if (element instanceof HTMLElement) element.click();
    do await new Promise<number>(requestAnimationFrame);
    while (document.querySelector('.topology-frame') === null);
    await new Promise<number>(requestAnimationFrame);
    return performance.now() - began;
  });
  return {
    what: `Layout "${layout}" of all devices`,
    figures: [`shown after ${took.toFixed(0)} ms`],
    ratio: '',
  };
}

/** The gateway is found by keyboard, which brings it to the middle; dragging it moves everything. */
async function draggingRoot(page: Page): Promise<Frames> {
  await page.locator(FRAME).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await untilStill(page);
  const box = await page.locator(FRAME).boundingBox();
  if (box === null) throw new Error('There is no picture');
  return dragFrames(page, FRAME, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

async function untilStill(page: Page): Promise<void> {
  await page.locator(`${FRAME} canvas`).evaluate(async (canvas, frames) => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no picture');
    for (let still = 0, before = ''; still < frames; ) {
      await new Promise<number>(requestAnimationFrame);
      const now = canvas.toDataURL();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }, STILL_FRAMES);
}

async function moving(page: Page): Promise<Frames> {
  const box = await page.locator(FRAME).boundingBox();
  if (box === null) throw new Error('There is no picture');
  return dragFrames(page, FRAME, await besideDevices(page, box));
}

/** A point without a device, so that the drag moves the diagram. */
async function besideDevices(page: Page, box: { x: number; y: number; height: number }) {
  const x = box.x + 8;
  for (let y = box.y + 8; y < box.y + box.height; y += 6) {
    await page.mouse.move(x, y);
    if ((await page.locator(FRAME).getAttribute('data-hovering')) === 'false') return { x, y };
  }
  throw new Error('There are devices everywhere');
}
