import type { EffectiveNetwork, EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { Report } from '@airloom/device-protocol/model';
import { Ingest } from '../domains/monitoring/telemetry/index.ts';
import { reportOf } from '../domains/monitoring/telemetry/testing/reports.ts';
import { releaseSettings } from '../domains/network/devices/index.ts';
import { resolveSettings } from '../domains/network/settings/index.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

type Server = Pick<TestServer, 'platform'>;
interface Account {
  readonly tenant: string;
}

/** Stores a report of an access point. */
export async function storeReport(
  { platform }: Server,
  { tenant }: Account,
  deviceId: string,
  given: Partial<Report>,
): Promise<void> {
  const ingest = new Ingest(platform);
  const device = { tenant, deviceId, siteId: null, kind: 'ap' as const, connectionId: newId() };
  ingest.add(device, reportOf(given), platform.now().getTime());
  await ingest.flush();
  await ingest.stop();
}

/** Releases the present settings of a device, its networks with some other fields, and what is set for its radios. */
export async function releasePresent(
  { platform }: Server,
  account: Account,
  deviceId: string,
  fields: Partial<EffectiveNetwork['value']> = {},
  radios: EffectiveSettings['radios'] = {},
): Promise<void> {
  await platform.database.withTenant(account, async (tx) => {
    const settings = (await resolveSettings(tx, account, [deviceId])).get(deviceId);
    if (settings === undefined) throw new Error('The device has no site');
    const networks = settings.networks.map((one) => ({ ...one, value: { ...one.value, ...fields } }));
    const released = { ...settings, networks, radios };
    await releaseSettings(tx, account, [{ id: deviceId, released_settings: released }]);
  });
}
