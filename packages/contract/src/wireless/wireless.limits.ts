export const WIRELESS_LIMITS = {
  ssidMaxBytes: 32,
  wpaPasswordMin: 8,
  wpaPasswordMax: 63,
  disableTimeSlotsMax: 3,
  bandwidthMinKbps: 8,
  bandwidthMaxKbps: 4_194_303,
  authMethodsMin: 1,
  authMethodsMax: 4,
  localPortalSsidsPerSiteMax: 1,
  localAaaSsidsPerSiteMax: 1,
} as const;
