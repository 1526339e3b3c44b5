export { readDrawn, readTold } from './told.repository.ts';
export type { DrawnLink, Told } from './told.ts';
export { createTopology } from './topology.module.ts';
export { aboveOf, type Drawn, type Placed, serialOf, type Ties, type Uplinks, uplinksOf } from './uplinks.ts';
