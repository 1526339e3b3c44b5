import type { Answer } from '@airloom/device-protocol/model';
import type { Platform } from '../../platform/platform.ts';
import { configurationsToPush, DEVICE_CLOSE, type DeviceLink, LinkFailure } from '../devices/index.ts';
import { ended, type InFlight, onLost, type Verdict } from './command-life.ts';
import { deviceCommandOf } from './device-order.ts';

interface Way {
  readonly platform: Pick<Platform, 'database' | 'now'>;
  readonly link: DeviceLink;
  /** Where a capture is to be brought. */
  readonly uri: string | null;
  /** The configuration the device says it runs. */
  readonly runs: number | undefined;
}

/** Lets a command leave, which must be written down as sent: the device's first answer, or why there is none. */
export async function sendToDevice(way: Way, command: InFlight): Promise<Answer | Verdict> {
  const { link, uri, runs } = way;
  const { tenant, deviceId, command: name, params } = command;
  if (name === 'reonline') {
    return link.close(tenant, deviceId, DEVICE_CLOSE.restart) ? null : ended('deviceOffline');
  }
  const document = name === 'configure' ? await documentOf(way, command) : null;
  if (name === 'configure' && document === null) {
    return runs === params['version'] ? ended('success') : ended('parameterError', { reason: 'superseded' });
  }
  const built = deviceCommandOf(command, name, { uri, document });
  if (built === null) return ended('parameterError');
  try {
    return await link.send(tenant, deviceId, built);
  } catch (error) {
    if (!(error instanceof LinkFailure)) throw error;
    return onLinkFailure(command, error, way.platform.now().getTime());
  }
}

/** The version that was queued, as long as it is the one that is wanted. */
async function documentOf({ platform, runs }: Way, { tenant, deviceId, params }: InFlight) {
  if (runs === undefined) return null;
  const [wanted] = await platform.database.withTenant({ tenant }, (tx) =>
    configurationsToPush(tx, { tenant }, [{ deviceId, runs }], platform.now()),
  );
  return wanted !== undefined && wanted.version === params['version'] ? wanted.document : null;
}

function onLinkFailure(command: InFlight, { reason }: LinkFailure, now: number): Verdict {
  switch (reason) {
    case 'notHere':
      return ended('deviceOffline');
    case 'sendFailed':
      return ended('sendFailed');
    case 'noAnswer':
      return ended('ackTimeout');
    case 'gone':
      return onLost(command, now);
  }
}
