export { withRates } from './port-rates.ts';
export { readManualLinks, readReportedLinks } from './reported-links.repository.ts';
export type { ManualLink, ReportedLinks } from './reported-links.ts';
export { createTopology } from './topology.module.ts';
export { partsOf } from './topology.service.ts';
export {
  type Drawn,
  type Placed,
  type ReportedNeighbours,
  serialOf,
  type Uplinks,
  uplinksOf,
  upstreamOf,
} from './uplink-candidates.ts';
