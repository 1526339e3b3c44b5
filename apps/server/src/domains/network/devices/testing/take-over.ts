import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../../../../testing/test-server.ts';

/** Stores what the first connection of a device without radios or ports stores. */
export async function storeFirstConnection(
  server: Pick<TestServer, 'platform'>,
  deviceUUID: string,
): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set abilities = ${JSON.stringify({ radios: [] })} where id = ${deviceUUID}`),
  );
}

/** Takes over devices after reading their previews. */
export async function takeOver(
  server: Pick<TestServer, 'call'>,
  as: { readonly as: string },
  ...deviceUUIDs: readonly string[]
) {
  const devices = await Promise.all(deviceUUIDs.map((deviceUUID) => previewed(server, as, deviceUUID)));
  return server.call('takeOverConfiguration', { devices }, as);
}

/** A device with the digest of its preview. */
export async function previewed(
  server: Pick<TestServer, 'call'>,
  as: { readonly as: string },
  deviceUUID: string,
): Promise<{ readonly deviceUUID: string; readonly digest: string }> {
  const { data, msg } = await server.call('previewConfiguration', { deviceUUID }, as);
  return { deviceUUID, digest: data?.digest ?? expect.fail(msg) };
}
