import { DAY, MINUTE } from '../time.ts';

export const DEVICE_LIMITS = {
  snMax: 30,
  checkedSnMax: 18,
  capSnLength: 18,
  nameMax: 30,
  apNameMax: 255,
  positionMax: 128,
  remarkMax: 255,
  groupNameMax: 30,
  passwordMin: 8,
  passwordMax: 32,
  passwordClassesMin: 3,
  cloudApUserMin: 1,
  cloudApUserMax: 30,
  cloudApPasswordMin: 1,
  cloudApPasswordMax: 30,
  upgradeLeadMs: 5 * MINUTE,
  /** Devices in one bulk action. */
  selectionMax: 200,
  addRowsMax: 200,
  /** Certificate requests of one device that wait for approval. */
  enrolmentRequestsMax: 3,
  /** Accounts that can dispute one device at the same time. */
  disputesMax: 10,
  /** Registering the same device again within this long opens no further dispute. */
  disputeEveryMs: DAY,
  configurationsKept: 50,
  /** A take over without a connection of the device within this time is not sent later. */
  takeOverExpiresMs: 7 * DAY,
} as const;

export const SWITCH_LIMITS = {
  nameMin: 1,
  nameMax: 64,
  locationMax: 64,
  hostnameMax: 64,
  remarkMaxBytes: 200,
  metricMin: 1,
  metricMax: 255,
  /** Length of the prefix of a management address. */
  prefixMin: 1,
  prefixMax: 30,
  selectedPortsMin: 1,
  /** Ports of one switch; more are not reported either. */
  portsMax: 256,
  portNameMax: 64,
  vlansMax: 512,
  vlanNameMax: 32,
  routesMax: 128,
  /** 802.3bt type 4 delivers up to 90 W. */
  poeLimitMaxWatts: 90,
  broadcastMaxPps: 1_000_000,
  /** A lower limit may stop address resolution and DHCP of everything behind an uplink. */
  uplinkBroadcastMinPps: 100,
  modelMax: 64,
  portRangeMax: 64,
  profileModelsMax: 32,
  profilesPerPlaceMax: 64,
} as const;

export const CLAIM_LIMITS = {
  /** Devices that can enrol with one code. */
  usesMax: 10_000,
  validHoursUsual: 24,
  validHoursMax: 30 * 24,
} as const;

export const VIRTUAL_LIMITS = {
  /** Highest number of virtual devices of one kind in a site. */
  perKindMax: 50,
  /** Counts that are suggested: a site with a topology and clients. */
  usual: { gateway: 1, switch: 1, ap: 2 },
} as const;

export const ADDING_LIMITS = {
  /** Devices whose progress is shown at the same time. */
  expectedMax: 200,
  /** Rows of refused attempts per account; the oldest are deleted. */
  refusedMax: 1_000,
  /** Of devices that the account does not know. */
  refusedPerAddressMax: 200,
  refusedKeptMs: 7 * DAY,
} as const;

export const TRUSTED_CA_LIMITS = {
  nameMax: 64,
  pemMax: 16_384,
} as const;
