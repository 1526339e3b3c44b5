import { SMTP_USER } from '../../platform/senders/testing/smtp-stand-in.ts';
import { Installation } from '../../testing/installation.ts';
import { credentialsOf } from '../../testing/obedient-device.ts';
import { OwnCluster } from '../../testing/own-cluster.ts';
import { OpenDatabase } from '../../testing/spawned-console.ts';
import { KeepingDevice } from './buffering-device.ts';
import { KillableInstallation } from './killable-installation.ts';
import type { Dice } from './seeded.ts';

export const MAILED_TO = 'night@example.org';
export const TOO_BUSY = 97;
export const CALM = 10;
/** As many as can be put into a site at once. */
const CLAIMED_AT_ONCE = 200;

interface Receivers {
  readonly smtpPort: number;
  readonly webhookPort: number;
}

export interface AlarmStage {
  readonly mortal: KillableInstallation;
  /** All that were ever made. */
  readonly devices: KeepingDevice[];
  /** All are told of by webhook; what is too busy at one also by mail, who comes and goes also in the console. */
  readonly sites: { readonly busy: string; readonly mailed: string; readonly away: readonly string[] };
}

/**
 * A console and two gateways, with rules of its own and nothing else that could raise an alarm. `away`: so many sites,
 * for each device that comes and goes one, so that none is found with another.
 */
export async function openStage(
  { smtpPort, webhookPort }: Receivers,
  away: number,
  dice: Dice,
): Promise<AlarmStage> {
  const { name, password } = SMTP_USER;
  const cluster = await OwnCluster.start();
  const house = await Installation.start(
    {
      SMTP_URL: `smtp://${encodeURIComponent(name)}:${encodeURIComponent(password)}@127.0.0.1:${smtpPort}`,
      WEBHOOK_ALLOW: '127.0.0.0/8',
    },
    OpenDatabase.on(cluster),
  );
  const made = async (path: string, input: object, id: string): Promise<string> => {
    const { code, data } = await house.post(path, input);
    const found = data[id];
    if (code !== 0 || found === undefined) throw new Error(`${path} was answered with ${code}`);
    return found;
  };
  await house.query('update alarm_rule set enabled = false');
  const enterpriseUUID = await made('/enterprise/create', { name: 'Crash' }, 'enterpriseUUID');
  const site = (siteName: string) =>
    made(
      '/site/create',
      { enterpriseUUID, name: siteName, countryCode: 'PL', timeZone: 'UTC+01:00' },
      'siteUUID',
    );
  const sites = {
    busy: await site('Busy'),
    mailed: await site('Mailed'),
    away: await Promise.all(Array.from({ length: away }, (_, index) => site(`Away ${index}`))),
  };
  const rule = (type: string, threshold: number, modes: readonly string[], siteUUIDs: readonly string[]) =>
    made(
      '/alarm/createRule',
      { name: type, type, levels: [{ level: 'important', threshold }], modes, siteUUIDs },
      'ruleUUID',
    );
  await rule('highCpu', 80, [], [sites.busy, sites.mailed]);
  await rule('deviceOffline', 1, ['page'], sites.away);
  await rule('deviceFlapping', 1, ['page'], sites.away);
  const webhookUUID = await made(
    '/webhook/create',
    { name: 'Ledger', url: `http://127.0.0.1:${webhookPort}/` },
    'webhookUUID',
  );
  const levels = ['important'];
  const told = { name: 'Ledger', levels, modes: ['webhook'], webhookUUIDs: [webhookUUID] };
  await made('/notice/createSetting', told, 'settingUUID');
  const mailed = { name: 'Night', levels, modes: ['mail'], emails: [MAILED_TO], siteUUIDs: [sites.mailed] };
  await made('/notice/createSetting', mailed, 'settingUUID');
  // The clocks of the devices begin in the past: what is told counts from before that.
  await house.query(`update notice_setting set updated_at = now() - interval '1 day'`);
  const mortal = new KillableInstallation(house, cluster, dice);
  await Promise.all([mortal.openGateway(), mortal.openGateway()]);
  return { mortal, devices: [], sites };
}

/** Devices that have come in and stand in a site. */
export async function devicesIn(
  { mortal, devices: all }: AlarmStage,
  siteUUID: string,
  serials: readonly string[],
  began: number,
): Promise<KeepingDevice[]> {
  const { house } = mortal;
  const devices = await Promise.all(
    serials.map(async (serial) => {
      const credentials = await credentialsOf(house.dataDir, house.tenant, serial);
      return new KeepingDevice(() => mortal.anyPort(), serial, credentials, began);
    }),
  );
  all.push(...devices);
  await Promise.all(devices.map((device) => device.come()));
  // Who was told that its report is on disk is known.
  await Promise.all(devices.map((device) => device.report(CALM)));
  const rows = await house.query<{ id: string; serial: string }>('select id, serial from device');
  const ids = new Map(rows.map(({ id, serial }) => [serial, id]));
  for (const device of devices) device.id = ids.get(device.serial) ?? '';
  for (let from = 0; from < devices.length; from += CLAIMED_AT_ONCE) {
    const deviceUUIDs = devices.slice(from, from + CLAIMED_AT_ONCE).map(({ id }) => id);
    const claim = await house.post('/device/unclaimed/claim', { deviceUUIDs, siteUUID });
    if (claim.code !== 0) throw new Error(`Claiming was answered with ${claim.code}`);
  }
  return devices;
}
