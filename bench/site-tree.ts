import { API_BASE } from '@airloom/contract/call';
import { startConsole } from './support/child.ts';
import { cpuSeconds } from './support/cpu.ts';
import { load } from './support/load.ts';
import { type Fixture, LARGE_SITES } from './support/many-accounts.ts';
import type { Row } from './support/report.ts';
import { measurePicker } from './support/site-picker.ts';

const SECONDS = 5;

/** Ten thousand sites: the API call, and opening and scrolling the site picker in a browser. */
export async function siteTree(fixture: Fixture): Promise<Row[]> {
  const running = await startConsole({ DATABASE_URL: fixture.connectionString });
  try {
    const path = `${API_BASE}/site/getEnterprise`;
    const headers = { authorization: `Bearer ${fixture.large.token}` };
    const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { headers });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const before = cpuSeconds(running.pid) + cpuSeconds(fixture.postmasterPid);
    const result = await load({ port: running.port, path, headers, connections: 4, seconds: SECONDS });
    const cpu = cpuSeconds(running.pid) + cpuSeconds(fixture.postmasterPid) - before;
    const picker = await measurePicker(`http://127.0.0.1:${running.port}`, fixture.large.token);
    return [
      {
        what: `Tree of ${LARGE_SITES} sites, server`,
        figures: [
          `${Math.round(result.perSecond)} answers/s at 4 connections`,
          `p50 ${result.p50Ms.toFixed(0)} ms, p99 ${result.p99Ms.toFixed(0)} ms`,
          `${((cpu / result.requests) * 1000).toFixed(1)} ms CPU each, database included`,
          `${Math.round(bytes / 1024)} KiB`,
        ],
        ratio: '',
      },
      {
        what: `Picker with ${LARGE_SITES} sites, browser`,
        figures: [
          `opens in ${picker.openMs.toFixed(0)} ms`,
          `${picker.rows} rows in the page`,
          `scrolling: ${picker.framesPerSecond.toFixed(0)} frames/s, longest frame ${picker.longestFrameMs.toFixed(0)} ms`,
        ],
        ratio: `${(picker.framesPerSecond / picker.idleFramesPerSecond).toFixed(2)}× the frame rate of an idle page`,
      },
    ];
  } finally {
    await running.stop();
  }
}
