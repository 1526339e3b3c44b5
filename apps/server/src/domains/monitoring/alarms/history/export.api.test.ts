import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCsv } from '../../../../platform/sheets/csv.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { alarmAt, buildStage, type Stage } from '../testing/alarm-stage.ts';

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(() => server.stop());

const minutesAgo = (minutes: number) => new Date(server.platform.now().getTime() - minutes * 60_000);

async function rows(url: string): Promise<string[][]> {
  const response = await fetch(`${server.url}${url}`, {
    headers: { authorization: `Bearer ${stage.owner.token}` },
  });
  return readCsv(new Uint8Array(await response.arrayBuffer())).filter((row) => row.length > 1);
}

describe('alarm export', () => {
  test('writes sentences in the requested language', async () => {
    const { harbour, hill } = stage;
    const raisedAt = minutesAgo(10);
    await alarmAt(server, stage, hill, {
      type: 'portDown',
      level: 'secondary',
      part: '1/7',
      value: 3,
      threshold: 2,
      raisedAt: minutesAgo(20),
    });
    const crowded = await alarmAt(server, stage, harbour, {
      type: 'clientCount',
      level: 'urgent',
      value: 5,
      threshold: 4,
      raisedAt,
    });
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`insert into alarm_consequence (tenant_id, alarm_id, device_id)
                 values (${stage.owner.tenant}, ${crowded}, ${hill.deviceId})`),
    );
    await server.call('confirmAlarm', { alarmUUIDs: [crowded], note: 'on my way' }, stage.as);
    const exported = async (language: 'en' | 'pl') => {
      const { data } = await server.call('exportAlarms', { format: 'csv' }, { ...stage.as, language });
      expect(data.rows).toBe(2);
      return rows(data.url);
    };
    expect(await exported('en')).toEqual([
      [
        'Level',
        'Type',
        'Description',
        'Site',
        'Device',
        'Rule',
        'Affected devices',
        'State',
        'Raised',
        'Confirmed',
        'Confirmed by',
        'Confirmation note',
      ],
      [
        'Urgent',
        'High client count',
        '5 clients were connected (threshold 4).',
        'Harbour',
        'Harbour ap',
        'High CPU load',
        '1',
        'Confirmed',
        raisedAt.toISOString(),
        expect.any(String),
        stage.owner.userName,
        'on my way',
      ],
      [
        'Secondary',
        'Port down',
        'Port 1/7 went down and was still down after 3 minutes.',
        'Hill',
        'Hill switch',
        'High CPU load',
        '0',
        'Unconfirmed',
        expect.any(String),
        '',
        '',
        '',
      ],
    ]);
    expect((await exported('pl')).map((row) => row[2])).toEqual([
      'Opis',
      'Połączonych było 5 klientów (próg 4).',
      'Port 1/7 stracił połączenie i po 3 minutach nadal był nieaktywny.',
    ]);
  });

  test('the history includes how alarms ended, and applies filters', async () => {
    await alarmAt(server, stage, stage.hill, { clearedAt: minutesAgo(1) });
    const own = await alarmAt(server, stage, stage.harbour, { value: 96.6 });
    await server.call('clearAlarm', { alarmUUIDs: [own], note: 'a fan' }, stage.as);
    const input = { format: 'csv' as const, siteUUID: stage.harbour.siteId };
    const { data } = await server.call('exportHisAlarms', input, stage.as);
    const [head, ...lines] = await rows(data.url);
    expect(head?.slice(-4)).toEqual(['Cleared', 'Reason for clearing', 'Cleared by', 'Clearing note']);
    expect(lines.map((line) => [line[2], ...line.slice(-3)])).toEqual([
      ['CPU load reached 97% (threshold 95%).', 'Cleared manually', stage.owner.userName, 'a fan'],
    ]);
  });
});
