import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { CONFIGURATION_FAILED, type ConfigurationState } from '@airloom/contract/devices/devices.states';
import { DAY } from '@airloom/contract/time';
import {
  type Changes,
  type EndedByPerson,
  type Evaluation,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  settle,
} from '../evaluation/alarm-changes.ts';
import { concerns } from '../rules/rule.ts';

const FAILED: readonly ConfigurationState[] = CONFIGURATION_FAILED;

/** State of a device beyond its reports and presence. */
export interface DeviceState {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly configuration: ConfigurationState;
  /** The newest rejected version. */
  readonly refused: { readonly version: number; readonly at: number } | null;
  /** The newest that ended, except cancelled ones. */
  readonly upgrade: { readonly id: string; readonly failed: boolean; readonly at: number } | null;
  /** The one that expires last. */
  readonly certificate: { readonly notAfter: number; readonly issuedAt: number } | null;
  /** When a certificate that waits for approval was last requested for it. */
  readonly requestedAt: number | null;
  /** When another account last opened a dispute that is not answered. */
  readonly disputedAt: number | null;
  /** Its site is in maintenance. */
  readonly inMaintenance: boolean;
}

/** Alarm changes for failures and expiring certificates. */
export function failuresOf(
  devices: readonly DeviceState[],
  rules: readonly NamedRule[],
  open: readonly OpenAlarm[],
  ended: readonly EndedByPerson[],
  now: number,
  newId: () => string,
): Changes {
  const findings = rules.flatMap((rule) =>
    devices
      .filter((device) => concerns(rule, device))
      .map((device): Finding => {
        const { id, siteId, siteName, kind, name } = device;
        const subject = {
          key: id,
          siteId,
          siteName,
          deviceId: id,
          deviceKind: kind,
          deviceName: name,
          part: '',
        };
        const result = evaluate(rule, device, now);
        const condition =
          result.condition === 'active' && device.inMaintenance ? 'unknown' : result.condition;
        return { rule, subject, compared: null, value: null, since: 0, cause: '', ...result, condition };
      }),
  );
  return settle(findings, open, ended, newId);
}

function evaluate({ type, levels }: NamedRule, device: DeviceState, now: number): Evaluation {
  if (type === 'configurationFailed') return configurationOf(device);
  if (type === 'upgradeFailed') return upgradeOf(device);
  if (type === 'enrolmentWaiting') return since(device.requestedAt);
  if (type === 'ownershipDisputed') return since(device.disputedAt);
  if (device.certificate === null) return { condition: 'clear' };
  const { notAfter, issuedAt } = device.certificate;
  const days = Math.ceil((notAfter - now) / DAY);
  if (days > (levels.at(-1)?.threshold ?? 0)) return { condition: 'clear' };
  return { condition: 'active', compared: days, value: days, since: issuedAt };
}

function since(at: number | null): Evaluation {
  return at === null ? { condition: 'clear' } : { condition: 'active', since: at };
}

/** A pending version decides nothing about one that was rejected before. */
function configurationOf({ configuration, refused }: DeviceState): Evaluation {
  if (configuration === 'pending') return { condition: 'unknown' };
  if (!FAILED.includes(configuration) || refused === null) return { condition: 'clear' };
  return { condition: 'active', since: refused.at, cause: String(refused.version) };
}

function upgradeOf({ upgrade }: DeviceState): Evaluation {
  if (upgrade === null || !upgrade.failed) return { condition: 'clear' };
  // The same upgrade may be tried again and fail again.
  return { condition: 'active', since: upgrade.at, cause: `${upgrade.id} ${upgrade.at}` };
}
