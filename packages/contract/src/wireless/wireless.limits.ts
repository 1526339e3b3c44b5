export const WIRELESS_LIMITS = {
  ssidMaxBytes: 32,
  wpaPasswordMin: 8,
  wpaPasswordMax: 63,
  disableTimeSlotsMax: 3,
  bandwidthMinKbps: 8,
  bandwidthMaxKbps: 4_194_303,
  privateKeyNameMax: 32,
  privateKeysMax: 256,
  serverHostMax: 253,
  radiusPortMin: 1_024,
  sharedKeyMax: 32,
  /** Sites or device groups named by one network. */
  targetsMax: 500,
  /** Networks that are defined for one organization or one site. */
  networksPerPlaceMax: 64,
  /** A radio broadcasts at most this many. */
  networksPerRadioMax: 8,
  channelWidthsMhz: [20, 40, 80, 160, 320],
  powerMinDbm: 0,
  powerMaxDbm: 30,
  clientsPerRadioMax: 512,
  minimumRatesKbps: [1_000, 2_000, 5_500, 6_000, 9_000, 11_000, 12_000, 18_000, 24_000],
  authMethodsMin: 1,
  authMethodsMax: 4,
  localPortalSsidsPerSiteMax: 1,
  localAaaSsidsPerSiteMax: 1,
} as const;
