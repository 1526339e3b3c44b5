import { CONFIGURATION_ERRORS } from '@airloom/contract/configuration/configuration.errors';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Translate } from '@airloom/messages';
import { call } from '../../../../shared/api/call.ts';
import { CallFailure } from '../../../../shared/api/call-failure.ts';
import { showFailure } from '../../../../shared/api/on-failure.ts';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';

interface RestoredVersion {
  readonly deviceUUID: string;
  readonly version: number;
  readonly name: string;
}

/** Restores a configuration; asks again where it may cut off a switch. Null: the person thinks better of it. */
export async function restoreVersion({ deviceUUID, version, name }: RestoredVersion, t: Translate) {
  const input = { deviceUUID, version };
  try {
    return await call(deviceCalls.restoreConfiguration, input, { quiet: true });
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure;
    if (!failure.is(CONFIGURATION_ERRORS.uplinkNotConfirmed)) {
      if (!failure.shown) showFailure(failure);
      throw failure;
    }
    const isConfirmed = await confirm({
      title: t('device-detail.configuration.cutTitle', { name }),
      text: t('device-detail.configuration.cutText'),
      action: t('device-detail.configuration.cutAction'),
      danger: true,
    });
    return isConfirmed ? call(deviceCalls.restoreConfiguration, { ...input, cutConfirmed: true }) : null;
  }
}
