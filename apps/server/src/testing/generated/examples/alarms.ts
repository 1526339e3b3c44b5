import type { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const alarmRule = ({ marker, siteUUID }: World) => ({
  name: `${marker} busy`,
  type: 'channelUtilisation' as const,
  kinds: ['ap' as const],
  levels: [
    { level: 'secondary' as const, threshold: 70 },
    { level: 'urgent' as const, threshold: 95 },
  ],
  holdMinutes: 5,
  siteUUIDs: [siteUUID],
  emails: ['night@example.org'],
  restTimes: [{ from: '00:00', to: '06:30' }],
  holidays: [{ from: '2026-12-24', to: '2026-12-26' }],
});

async function monitoredTerminal({ server, owner }: World): Promise<string> {
  const listed = await server.call('queryAlarmMacs', {}, { as: owner.token });
  return listed.data.rows[0]?.terminalUUID ?? '';
}

export const alarmExamples: ExamplesOf<typeof alarmCalls> = {
  queryAlarm: ({ siteUUID }) => ({ siteUUID, state: 'unconfirmed', sort: 'level' }),
  confirmAlarm: ({ alarmUUID }) => ({ alarmUUIDs: [alarmUUID], note: 'Somebody is on the way' }),
  unconfirmAlarm: async ({ server, owner, alarmUUID }) => {
    await server.call('confirmAlarm', { alarmUUIDs: [alarmUUID] }, { as: owner.token });
    return { alarmUUIDs: [alarmUUID] };
  },
  clearAlarm: ({ alarmUUID }) => ({ alarmUUIDs: [alarmUUID] }),
  viewAlarm: ({ alarmUUID }) => ({ alarmUUID }),
  exportAlarms: ({ enterpriseUUID }) => ({ enterpriseUUID, format: 'xlsx' }),
  queryHisAlarm: ({ deviceUUID }) => ({ deviceUUID, type: 'highCpu' }),
  viewHisAlarm: ({ pastAlarmUUID }) => ({ alarmHistoryUUID: pastAlarmUUID }),
  deleteHisAlarm: ({ pastAlarmUUID }) => ({ alarmHistoryUUIDs: [pastAlarmUUID] }),
  exportHisAlarms: () => ({ format: 'csv' }),
  getAlarmLogCount: ({ siteUUID }) => ({ siteUUID }),
  listAlarmRules: () => ({ sort: '-updatedAt' }),
  createAlarmRule: (world) => alarmRule(world),
  updateAlarmRule: (world) => ({ ruleUUID: world.alarmRuleUUID, rule: alarmRule(world) }),
  switchAlarmRule: ({ alarmRuleUUID }) => ({ ruleUUID: alarmRuleUUID, enabled: true }),
  deleteAlarmRule: ({ alarmRuleUUID }) => ({ ruleUUID: alarmRuleUUID }),
  listMaintenance: () => ({}),
  planMaintenance: ({ server, siteUUID, marker }) => ({
    name: `${marker} repainting`,
    siteUUIDs: [siteUUID],
    from: server.platform.now().toISOString(),
    to: new Date(server.platform.now().getTime() + 3_600_000).toISOString(),
  }),
  endMaintenance: ({ maintenanceUUID }) => ({ maintenanceUUID }),
  queryAlarmMacs: () => ({ sort: '-changedAt' }),
  createAlarmMacs: ({ marker }) => ({ terminals: [{ mac: '02-00-00-00-00-BB', name: `${marker} till` }] }),
  deleteAlarmMacs: async (world) => ({ terminalUUIDs: [await monitoredTerminal(world)] }),
};
