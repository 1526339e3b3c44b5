import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { SECOND } from '@airloom/contract/time';
import { audit, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { newId } from '../../../../platform/ids.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { loggedDevice } from '../device-change.ts';
import type { Standing } from './configuration-push.repository.ts';
import { makeConfigurations } from './configurations.service.ts';
import { releaseSettings, withVlan } from './released-settings.ts';
import {
  endTrials,
  failVersions,
  lockTrials,
  sentTrials,
  type Trial,
  triedSettings,
} from './trial.repository.ts';

const { answerWithinMs } = CONFIGURATION_LIMITS;

/** Versions of a device in recovery mode, which runs no configuration. */
const RECOVERY = 0;

/**
 * Whether a device connected again after it was sent a version that may cut it off, and runs an earlier one: it restored
 * that by itself. The connection counts, because a lost one may not have been noticed yet.
 */
export function returnedWithout(
  {
    trialVersion,
    trialSentAt,
    trialConnection,
    connectionId,
  }: Pick<Standing, 'trialVersion' | 'trialSentAt' | 'trialConnection' | 'connectionId'>,
  running: number | undefined,
): boolean {
  if (trialVersion === null || trialSentAt === null || connectionId === null) return false;
  if (running === undefined || running === RECOVERY) return false;
  return connectionId !== trialConnection && running < trialVersion;
}

/**
 * Returns devices that a version cut off to the settings before. Each is listed in the operation log; the rows are locked.
 * Where a rollout delivers the version, it has failed, and the rollout returns the device.
 */
export async function revertTrials(
  tx: Transaction,
  scope: TenantScope,
  devices: readonly Omit<Trial, 'sentAt'>[],
  at: Date,
): Promise<void> {
  if (devices.length === 0) return;
  const ids = devices.map(({ id }) => id);
  const tried = await triedSettings(tx, scope, ids);
  await failVersions(tx, scope, ids, at);
  await endTrials(tx, scope, ids);
  await publishEvent(tx, scope.tenant, 'ConfigurationsChanged', { deviceIds: ids });
  const own = tried.filter(({ ofChange }) => !ofChange);
  await releaseSettings(
    tx,
    scope,
    own.map(({ id, settings, before }) => ({ id, released_settings: withVlan(settings, before, id) })),
  );
  const returned = new Set(own.map(({ id }) => id));
  await makeConfigurations(tx, scope, [...returned], { reason: 'reverted', by: null, at });
  for (const device of devices.filter(({ id }) => returned.has(id))) {
    const { kind, management_vlan: failed, vlan_before: before } = device;
    const call = kind === 'switch' ? 'revertConfiguration' : 'revertManagementVlan';
    const origin = { address: '', call, requestId: newId() };
    await recordOperation(
      tx,
      { tenant: scope.tenant, manager: null, userName: '', origin },
      loggedDevice(device, audit.values({ managementVlan: failed }, { managementVlan: before })),
    );
  }
  await publishEvent(tx, scope.tenant, 'DevicesChanged', {});
}

/** Ends trials: a device that does not report a version in time which may cut it off gets its earlier settings back. */
export function revertTrialsJob(
  platform: Pick<Platform, 'database' | 'wakeOutbox' | 'now' | 'settings'>,
): CronJob {
  return {
    name: 'revertTrials',
    schedule: '* * * * *',
    run: async () => {
      const now = platform.now();
      const holdMs = platform.settings.CONFIGURATION_HOLD_SECONDS * SECOND;
      const open = await platform.database.asSystem((tx) => sentTrials(tx, new Date(now.getTime() - holdMs)));
      for (const [tenant, some] of Map.groupBy(open, (one) => one.tenant)) {
        const ids = some.map(({ deviceId }) => deviceId);
        await platform.database.withTenant({ tenant }, async (tx) => {
          const trials = await lockTrials(tx, { tenant }, ids, holdMs);
          const over = trials.filter(({ shown, managed }) => shown || !managed);
          await endTrials(
            tx,
            { tenant },
            over.map(({ id }) => id),
          );
          const late = trials.filter(
            (trial) =>
              !over.includes(trial) &&
              !trial.ofChange &&
              now.getTime() - trial.sentAt.getTime() >= answerWithinMs,
          );
          await revertTrials(tx, { tenant }, late, now);
        });
      }
      if (open.length > 0) platform.wakeOutbox();
    },
  };
}
