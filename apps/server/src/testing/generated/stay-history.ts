import { randomUUID } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import type pg from 'pg';
import { insertRow, type ownedColumns, type Row } from './site-rows.ts';

const WEEK_MS = 7 * DAY;

/** What a device and a client did at a site for a time. */
interface Stay {
  readonly tenant: string;
  readonly siteId: string;
  readonly deviceId: string;
  readonly mac: string;
  /** An order, a campaign and a configuration change that the device was part of. */
  readonly batchId: string;
  readonly campaignId: string;
  readonly changeId: string;
  readonly from: Date;
  readonly to: Date;
  /** When the device was moved from one site to the other. */
  readonly border: Date;
  /** Stands in all texts of its rows, as `figure` does in all figures. */
  readonly mark: string;
  readonly figure: number;
}

/** Rows of which one exists per device or site, whatever happened before. */
const NO_HISTORY: ReadonlySet<string> = new Set([
  'cable_test',
  'device',
  'device_stay',
  'device_group',
  'device_last',
  'device_last_report',
  'device_certificate',
  'device_configuration',
  'device_dispute',
  'device_firmware',
  'device_gone_report',
  'device_note',
  'device_photo',
  'device_scan',
  'device_tag',
  'device_text',
  'claim_code',
  'refused_attempt',
  'remote_proxy',
  'mac_table',
  'mac_table_port',
  'virtual_fleet',
  'membership_site',
  'topology_link',
  'topology_place',
  'alarm_rule_site',
  'alarm_watch',
  'maintenance_site',
  'notice_setting_site',
  'report_schedule',
  'rollout_site',
  'screen_link',
  'setting',
  'setting_draft',
  'site_health',
  'site_off_times',
  // Packed samples of clients.
  'client_minute',
]);

const floorTo = (ms: number, at: Date) => new Date(Math.floor(at.getTime() / ms) * ms);

/** Edits of a change are numbered. */
let editPlace = 0;

/** What the checks of a table or the readers of its rows ask for. */
function given({
  from,
  to,
  mac,
  mark,
  border,
  batchId,
  campaignId,
  changeId,
}: Stay): Readonly<Record<string, Row>> {
  const alarmId = randomUUID();
  const ended = { ended_at: to };
  return {
    alarm: {
      id: alarmId,
      type: 'highCpu',
      level: 'urgent',
      state: 'cleared',
      cleared_at: to,
      clear_reason: 'recovered',
    },
    command: { batch_id: batchId, state: 'failed', command: 'locate', ...ended, exclusive: false },
    upgrade: { campaign_id: campaignId, state: 'failed', ...ended },
    configuration_change_edit: { change_id: changeId, place: ++editPlace, kind: 'radios', level: 'site' },
    // A device is in a change once; the log outlives the device.
    configuration_change_device: { change_id: changeId, device_id: randomUUID(), state: 'verified' },
    notice: {
      alarm_id: alarmId,
      about_id: alarmId,
      state: 'failed',
      mode: 'mail',
      level: 'urgent',
      ...ended,
    },
    device_moved_1h: { hour: floorTo(HOUR, border) },
    device_away: { began_at: from, ...ended },
    device_log: {
      type: 'clientRefused',
      severity: 0,
      details: { client: { mac, ssid: mark }, reason: mark },
    },
    terminal_session: { ...ended, end_reason: 'left', last_seen_at: to, port: '' },
  };
}

/** One row of every table that has rows of a site or of a device over time; what is due is worked off at once. */
export async function writeStay(
  client: pg.Client,
  tables: Awaited<ReturnType<typeof ownedColumns>>,
  stay: Stay,
): Promise<void> {
  const { tenant, siteId, deviceId, mac, from, to, mark, figure } = stay;
  const own = given(stay);
  const common = {
    at: new Date(to.getTime() - HOUR / 2),
    figure,
    mark,
    tenant_id: tenant,
    site_id: siteId,
    device_id: deviceId,
    mac,
  };
  const lastHour = floorTo(HOUR, new Date(to.getTime() - HOUR));
  const times = {
    hour: lastHour,
    slot: lastHour,
    day: floorTo(DAY, from),
    week: floorTo(WEEK_MS, new Date(from.getTime() - WEEK_MS)),
  };
  for (const [table, columns] of tables) {
    const isAbout = columns.some(({ name }) => name === 'site_id' || name === 'device_id');
    if (!isAbout || NO_HISTORY.has(table) || table.endsWith('_due') || table === 'device_report') continue;
    await insertRow(client, tables, table, { ...common, ...times, id: randomUUID(), ...own[table] });
  }
  for (let ts = Math.max(from.getTime(), to.getTime() - 2 * HOUR); ts < to.getTime(); ts += 5 * MINUTE)
    await insertRow(client, tables, 'device_report', { ...common, ts: new Date(ts) });
}
