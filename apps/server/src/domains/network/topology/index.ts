export { readDrawn, readTold } from './reported-links.repository.ts';
export type { DrawnLink, Told } from './reported-links.ts';
export { createTopology } from './topology.module.ts';
export {
  aboveOf,
  type Drawn,
  type Placed,
  serialOf,
  type Ties,
  type Uplinks,
  uplinksOf,
} from './uplink-candidates.ts';
