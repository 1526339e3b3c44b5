import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeConfigurations, releaseSettings } from '../devices/index.ts';
import { resolveSettings } from '../settings/index.ts';
import { buildNetwork } from '../settings/testing/networks.ts';
import { commandStage, WITHIN } from './testing/command-stage.ts';

const stage = commandStage();
const PASSWORD = 'Quay "7"/north';

/** Releases the settings of the site for a device and makes a version. */
async function release(id: string): Promise<void> {
  const { platform } = stage.server;
  const scope = { tenant: stage.owner.tenant };
  await platform.database.withTenant(scope, async (tx) => {
    const settings = (await resolveSettings(tx, scope, [id])).get(id) ?? NO_SETTINGS;
    await releaseSettings(tx, scope, [{ id, released_settings: settings }]);
    await makeConfigurations(tx, scope, [id], { reason: 'change', by: null, at: platform.now() });
  });
  platform.wakeOutbox();
}

test('sends the password of a network to the device, and stores and shows it nowhere', async () => {
  const place = { level: 'site', uuid: stage.siteId } as const;
  await buildNetwork(stage.server, stage.owner, place, { password: PASSWORD });
  const { id, device } = await stage.online();
  device.obey = ({ id: wire, command }) => {
    if (command.name !== 'configure') return;
    const text = `cannot use ${JSON.stringify(PASSWORD)}`;
    device.answer(wire, { error: 2, text, rejected: [text.replaceAll('/', '\\/'), PASSWORD] });
  };
  await release(id);
  await expect
    .poll(() => device.received.at(-1)?.command, WITHIN)
    .toMatchObject({
      name: 'configure',
      document: { interfaces: [{ ssids: [{ name: 'Office', encryption: { key: PASSWORD } }] }] },
    });
  const as = { as: stage.owner.token };
  const newest = async () =>
    (await stage.server.call('listConfigurations', { deviceUUID: id }, as)).data.rows[0];
  await expect.poll(async () => (await newest())?.state, WITHIN).toBe('refused');
  expect((await newest())?.rejected).toEqual(['cannot use "***"', '***']);
  const version = (await newest())?.version ?? 0;
  const shown = await stage.server.call('viewConfiguration', { deviceUUID: id, version }, as);
  expect(shown.data.document).toMatchObject({
    interfaces: [{ ssids: [{ name: 'Office', encryption: { key: '***' } }] }],
  });
  const preview = await stage.server.call('previewConfiguration', { deviceUUID: id }, as);
  expect(JSON.stringify(preview.data)).toContain('***');
  expect(JSON.stringify([shown.data, preview.data])).not.toContain('secret:');
  const rows = await stage.server.platform.database.asSystem((tx) =>
    tx.all(sql`
      select from device_configuration held where device_id = ${id} and strpos(held::text, 'north') > 0
      union all select from command held where device_id = ${id} and strpos(held.*::text, 'north') > 0`),
  );
  expect(rows).toEqual([]);
});
