import type { DeviceKind } from '../devices/device-classes.ts';
import { DEVICE_KINDS } from '../devices/device-classes.ts';
import { ALARM_RULE_LIMITS } from './alarms.limits.ts';

/** From the gravest to the mildest. */
export const ALARM_LEVELS = ['urgent', 'important', 'secondary', 'notice'] as const;
export type AlarmLevel = (typeof ALARM_LEVELS)[number];

/** Sorts the gravest first; null is milder than any level. */
export function gravity(level: AlarmLevel | null): number {
  return level === null ? ALARM_LEVELS.length : ALARM_LEVELS.indexOf(level);
}

/** Subject of an alarm: a device or a part of it, a client, a site. */
export type AlarmSubject = 'device' | 'radio' | 'port' | 'bssid' | 'terminal' | 'site';

export type AlarmUnit =
  | 'minutes'
  | 'timesPerHour'
  | 'percent'
  | 'celsius'
  | 'clients'
  | 'errorsPerMinute'
  | 'dbm'
  | 'days';

interface AlarmTypeRow {
  readonly subject: AlarmSubject;
  /** Kinds of devices it applies to. */
  readonly kinds: readonly DeviceKind[];
  /** Unit of its threshold; null for types without a value. */
  readonly unit: AlarmUnit | null;
  /** Whether higher or lower values are worse. */
  readonly worse: 'above' | 'below';
  /** Whether a rule can have a hold time; otherwise alarms are raised at once. */
  readonly holds: boolean;
  /** An event without duration: the alarm is cleared when it is raised. */
  readonly passes?: true;
}

const WITH_RADIOS: readonly DeviceKind[] = ['ap', 'smart'];
const WITH_PORTS: readonly DeviceKind[] = ['ap', 'gateway', 'switch', 'ac', 'controller', 'smart'];

/** All types of rules. */
export const ALARM_TYPES = {
  siteOffline: { subject: 'site', kinds: DEVICE_KINDS, unit: 'percent', worse: 'above', holds: true },
  deviceOffline: { subject: 'device', kinds: DEVICE_KINDS, unit: 'minutes', worse: 'above', holds: false },
  deviceFlapping: {
    subject: 'device',
    kinds: DEVICE_KINDS,
    unit: 'timesPerHour',
    worse: 'above',
    holds: false,
  },
  highCpu: { subject: 'device', kinds: DEVICE_KINDS, unit: 'percent', worse: 'above', holds: true },
  highMemory: { subject: 'device', kinds: DEVICE_KINDS, unit: 'percent', worse: 'above', holds: true },
  highTemperature: { subject: 'device', kinds: DEVICE_KINDS, unit: 'celsius', worse: 'above', holds: true },
  clientCount: { subject: 'device', kinds: WITH_RADIOS, unit: 'clients', worse: 'above', holds: true },
  channelUtilisation: { subject: 'radio', kinds: WITH_RADIOS, unit: 'percent', worse: 'above', holds: true },
  weakSignal: { subject: 'device', kinds: WITH_RADIOS, unit: 'dbm', worse: 'below', holds: true },
  portDown: { subject: 'port', kinds: WITH_PORTS, unit: 'minutes', worse: 'above', holds: false },
  portFlapping: { subject: 'port', kinds: WITH_PORTS, unit: 'timesPerHour', worse: 'above', holds: false },
  portErrors: { subject: 'port', kinds: WITH_PORTS, unit: 'errorsPerMinute', worse: 'above', holds: true },
  poeOverload: { subject: 'device', kinds: ['switch'], unit: 'percent', worse: 'above', holds: true },
  certificateDue: { subject: 'device', kinds: DEVICE_KINDS, unit: 'days', worse: 'below', holds: false },
  upgradeFailed: { subject: 'device', kinds: DEVICE_KINDS, unit: null, worse: 'above', holds: false },
  configurationFailed: { subject: 'device', kinds: DEVICE_KINDS, unit: null, worse: 'above', holds: false },
  enrolmentWaiting: { subject: 'device', kinds: DEVICE_KINDS, unit: null, worse: 'above', holds: false },
  ownershipDisputed: { subject: 'device', kinds: DEVICE_KINDS, unit: null, worse: 'above', holds: false },
  rogueAp: { subject: 'bssid', kinds: WITH_RADIOS, unit: null, worse: 'above', holds: false },
  terminalOnline: {
    subject: 'terminal',
    kinds: WITH_RADIOS,
    unit: null,
    worse: 'above',
    holds: false,
    passes: true,
  },
  terminalOffline: { subject: 'terminal', kinds: WITH_RADIOS, unit: null, worse: 'above', holds: false },
} as const satisfies Readonly<Record<string, AlarmTypeRow>>;

export type AlarmType = keyof typeof ALARM_TYPES;

function isAlarmType(name: string): name is AlarmType {
  return Object.hasOwn(ALARM_TYPES, name);
}

export const ALARM_TYPE_NAMES: readonly AlarmType[] = Object.keys(ALARM_TYPES).filter(isAlarmType);

export function alarmType(type: AlarmType): AlarmTypeRow {
  return ALARM_TYPES[type];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const { thresholdMin, thresholdMax, signalThresholdMinDbm, signalThresholdMaxDbm } = ALARM_RULE_LIMITS;

/** Allowed thresholds of a unit (specification §5). */
export function thresholdRange(unit: AlarmUnit): Range {
  if (unit === 'dbm') return { min: signalThresholdMinDbm, max: signalThresholdMaxDbm };
  return { min: thresholdMin, max: unit === 'percent' ? 100 : thresholdMax };
}

interface DefaultRule {
  readonly type: AlarmType;
  readonly kinds: readonly DeviceKind[];
  readonly levels: readonly { readonly level: AlarmLevel; readonly threshold: number | null }[];
  readonly holdMinutes: number;
}

/** Rules of every new account, by the key of their message. */
export const DEFAULT_RULES = {
  siteOffline: {
    type: 'siteOffline',
    kinds: [],
    levels: [{ level: 'urgent', threshold: 50 }],
    holdMinutes: 1,
  },
  headOffline: {
    type: 'deviceOffline',
    kinds: ['gateway', 'ac', 'controller'],
    levels: [{ level: 'urgent', threshold: 3 }],
    holdMinutes: 0,
  },
  switchOffline: {
    type: 'deviceOffline',
    kinds: ['switch'],
    levels: [{ level: 'urgent', threshold: 5 }],
    holdMinutes: 0,
  },
  apOffline: {
    type: 'deviceOffline',
    kinds: ['ap', 'smart'],
    levels: [{ level: 'important', threshold: 5 }],
    holdMinutes: 0,
  },
  flapping: {
    type: 'deviceFlapping',
    kinds: [],
    levels: [{ level: 'important', threshold: 4 }],
    holdMinutes: 0,
  },
  highCpu: {
    type: 'highCpu',
    kinds: [],
    levels: [
      { level: 'important', threshold: 95 },
      { level: 'secondary', threshold: 85 },
    ],
    holdMinutes: 10,
  },
  highMemory: {
    type: 'highMemory',
    kinds: [],
    levels: [
      { level: 'important', threshold: 95 },
      { level: 'secondary', threshold: 90 },
    ],
    holdMinutes: 10,
  },
  highTemperature: {
    type: 'highTemperature',
    kinds: [],
    levels: [
      { level: 'urgent', threshold: 95 },
      { level: 'important', threshold: 85 },
    ],
    holdMinutes: 5,
  },
  clientCount: {
    type: 'clientCount',
    kinds: [],
    levels: [{ level: 'secondary', threshold: 80 }],
    holdMinutes: 10,
  },
  channelUtilisation: {
    type: 'channelUtilisation',
    kinds: [],
    levels: [{ level: 'secondary', threshold: 85 }],
    holdMinutes: 15,
  },
  weakSignal: {
    type: 'weakSignal',
    kinds: [],
    levels: [{ level: 'notice', threshold: -78 }],
    holdMinutes: 15,
  },
  portDown: {
    type: 'portDown',
    kinds: ['switch', 'gateway'],
    levels: [{ level: 'secondary', threshold: 2 }],
    holdMinutes: 0,
  },
  portFlapping: {
    type: 'portFlapping',
    kinds: ['switch', 'gateway'],
    levels: [{ level: 'secondary', threshold: 10 }],
    holdMinutes: 0,
  },
  portErrors: {
    type: 'portErrors',
    kinds: [],
    levels: [{ level: 'secondary', threshold: 100 }],
    holdMinutes: 5,
  },
  poeOverload: {
    type: 'poeOverload',
    kinds: [],
    levels: [
      { level: 'important', threshold: 95 },
      { level: 'secondary', threshold: 85 },
    ],
    holdMinutes: 5,
  },
  certificateDue: {
    type: 'certificateDue',
    kinds: [],
    levels: [
      { level: 'important', threshold: 7 },
      { level: 'notice', threshold: 30 },
    ],
    holdMinutes: 0,
  },
  upgradeFailed: {
    type: 'upgradeFailed',
    kinds: [],
    levels: [{ level: 'important', threshold: null }],
    holdMinutes: 0,
  },
  configurationFailed: {
    type: 'configurationFailed',
    kinds: [],
    levels: [{ level: 'important', threshold: null }],
    holdMinutes: 0,
  },
  enrolmentWaiting: {
    type: 'enrolmentWaiting',
    kinds: [],
    levels: [{ level: 'important', threshold: null }],
    holdMinutes: 0,
  },
  ownershipDisputed: {
    type: 'ownershipDisputed',
    kinds: [],
    levels: [{ level: 'important', threshold: null }],
    holdMinutes: 0,
  },
  rogueAp: {
    type: 'rogueAp',
    kinds: [],
    levels: [{ level: 'important', threshold: null }],
    holdMinutes: 0,
  },
  terminalOnline: {
    type: 'terminalOnline',
    kinds: [],
    levels: [{ level: 'notice', threshold: null }],
    holdMinutes: 0,
  },
  terminalOffline: {
    type: 'terminalOffline',
    kinds: [],
    levels: [{ level: 'notice', threshold: null }],
    holdMinutes: 0,
  },
} as const satisfies Readonly<Record<string, DefaultRule>>;

export type DefaultRuleName = keyof typeof DEFAULT_RULES;
