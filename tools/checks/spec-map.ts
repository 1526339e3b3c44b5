import { failuresOf } from '../spec-map/compare.ts';
import { compareWithProject } from '../spec-map/spec-map.ts';
import type { Check } from './check.ts';

/** Nothing of the specification that was built is lost again. */
export const specMap = {
  name: 'spec-map',
  async run() {
    const comparison = await compareWithProject();
    const fresh = comparison.fresh.calls.length + comparison.fresh.routes.length;
    return {
      failures: failuresOf(comparison),
      warnings: fresh > 0 ? [`${fresh} newly owned: run node tools/spec-map/spec-map.ts --accept`] : [],
    };
  },
} satisfies Check;
