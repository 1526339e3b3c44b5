import { createHash, randomBytes } from 'node:crypto';
import type { ConsoleClient } from '../../testing/spawned-console.ts';
import { upload } from '../../testing/upload.ts';

/** Upgrades these devices to a version in one wave, with one attempt each; returns the campaign's id. */
export async function startCampaign(
  installation: ConsoleClient,
  devices: readonly { readonly id: string }[],
  version: string,
): Promise<string> {
  const bytes = randomBytes(1_000);
  const image = await installation.post('/firmware/create', {
    fileUUID: await upload(installation, installation.token, 'firmware', bytes),
    kind: 'ap',
    models: ['virtual'],
    version,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const made = await installation.post('/firmware/createCampaign', {
    name: 'Spring',
    firmwareUUID: image.data['firmwareUUID'],
    target: { kind: 'devices', deviceUUIDs: devices.map(({ id }) => id) },
    waves: [100],
    stopAtFailedPercent: 100,
    retries: 0,
  });
  if (made.code !== 0) throw new Error(`The campaign was answered with ${made.code}`);
  return made.data['campaignUUID'] ?? '';
}
