import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { CONFIGURATION_FAILED, type ConfigurationState } from '@airloom/contract/devices/devices.states';
import {
  type Changes,
  type ConfigurationAnswer,
  type EndedByPerson,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  settle,
} from '../evaluation/standing.ts';
import { concerns } from '../rules/rule.ts';

const FAILED: readonly ConfigurationState[] = CONFIGURATION_FAILED;
const DAY_MS = 24 * 60 * 60_000;

/** What of a device is neither in its reports nor in its being there. */
export interface DeviceState {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly configuration: ConfigurationState;
  /** The newest version it did not take. */
  readonly refused: { readonly version: number; readonly at: number } | null;
  /** The newest that ended, other than cancelled. */
  readonly upgrade: { readonly id: string; readonly failed: boolean; readonly at: number } | null;
  /** The one that lasts longest. */
  readonly certificate: { readonly notAfter: number; readonly issuedAt: number } | null;
  /** When a certificate that waits for approval was last requested in its name. */
  readonly requestedAt: number | null;
  /** When another account last disputed it, while nobody has answered. */
  readonly disputedAt: number | null;
  /** Its site is in maintenance. */
  readonly resting: boolean;
}

/** What the alarms of devices must become for what failed or runs out. */
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
        const judged = judge(rule, device, now);
        const standing = judged.standing === 'bad' && device.resting ? 'unclear' : judged.standing;
        return { rule, subject, weighed: null, value: null, since: 0, cause: '', ...judged, standing };
      }),
  );
  return settle(findings, open, ended, newId);
}

function judge({ type, levels }: NamedRule, device: DeviceState, now: number): ConfigurationAnswer {
  if (type === 'configurationFailed') return configurationOf(device);
  if (type === 'upgradeFailed') return upgradeOf(device);
  if (type === 'enrolmentWaiting') return since(device.requestedAt);
  if (type === 'ownershipDisputed') return since(device.disputedAt);
  if (device.certificate === null) return { standing: 'well' };
  const { notAfter, issuedAt } = device.certificate;
  const days = Math.ceil((notAfter - now) / DAY_MS);
  if (days > (levels.at(-1)?.threshold ?? 0)) return { standing: 'well' };
  return { standing: 'bad', weighed: days, value: days, since: issuedAt };
}

function since(at: number | null): ConfigurationAnswer {
  return at === null ? { standing: 'well' } : { standing: 'bad', since: at };
}

/** One that waits says nothing yet of what was refused before. */
function configurationOf({ configuration, refused }: DeviceState): ConfigurationAnswer {
  if (configuration === 'pending') return { standing: 'unclear' };
  if (!FAILED.includes(configuration) || refused === null) return { standing: 'well' };
  return { standing: 'bad', since: refused.at, cause: String(refused.version) };
}

function upgradeOf({ upgrade }: DeviceState): ConfigurationAnswer {
  if (upgrade === null || !upgrade.failed) return { standing: 'well' };
  // One and the same may be tried again, and fail again.
  return { standing: 'bad', since: upgrade.at, cause: `${upgrade.id} ${upgrade.at}` };
}
