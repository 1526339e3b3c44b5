export const TOPOLOGY_LIMITS = {
  nodesMax: 5_000,
  strangersMax: 2_000,
  /** How far from the centre of the layout a device can be placed, in pixels. */
  placeMax: 1_000_000,
  portNameMax: 64,
} as const;
