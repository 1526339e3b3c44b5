import { LOGGED_FIELDS, OBJECT_KINDS } from '@airloom/contract/accounts/operation-log.model';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import { OK, OK_ACCEPTED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangedObject } from '../../platform/audit.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { examples } from '../../testing/generated/examples.ts';
import { openStage, type Stage } from '../../testing/generated/stage.ts';
import { forgetThrottles } from '../../testing/generated/throttles.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Writes that change nothing of a person, or that this test cannot perform; each with its reason. */
const NOT_LOGGED: Partial<Record<CallName, string>> = {
  openScreenLink: 'a display has no person; the link keeps its last use and its address',
  sendCode: 'nobody is signed in, and whose contact it is must not be looked for',
  createAppLogin: 'nobody is signed in yet: scanning and confirming are written down',
  demoLogin: 'visitors of the demo share a person who is nobody in particular',
  setCurrentSite: 'what a session shows concerns nobody else',
  readMessages: 'what somebody has read is nobody else’s affair',
  wechatLogin: 'nobody comes back from WeChat here',
  wechatBind: 'nobody comes back from WeChat here; its own test looks for the row',
  wechatUnbind: 'nothing is bound here; its own test looks for the row',
  removeDemo: 'only for the owner of the demo; the accounts’ tests look for the row',
  resetDemo: 'only for the owner of the demo; the accounts’ tests look for the row',
};

const SECRET =
  /^(password|oldPassword|confirmPassword|code|recoveryCodes|ticket|access_token|token|secret|uri)$/;

/** As a separate word: six digits may also occur within an id. */
function holds(text: string, secret: string): boolean {
  return secret !== '' && text.split(/[^\w-]+/).includes(secret);
}

let stage: Stage;
let server: TestServer;
beforeAll(async () => {
  stage = await openStage();
  server = stage.server;
});
afterAll(() => stage.stop());

interface Row {
  readonly tenant_id: string;
  readonly manager_id: string | null;
  readonly user_name: string;
  readonly address: string;
  readonly objects: readonly ChangedObject[];
  readonly site_ids: readonly string[];
  readonly text: string;
}

function rowsOf(requestId: string, call: string): Promise<Row[]> {
  return server.platform.database.asSystem((tx) =>
    tx.all(sql<Row>`select *, operation_log::text as text from operation_log
                    where request_id = ${requestId} and call = ${call}`),
  );
}

const writes = Object.entries(callTable).filter(
  ([name, call]) => call.effect === 'write' && !(name in NOT_LOGGED),
);

describe.each(writes)('%s', (callName, call) => {
  const name = callName as CallName;

  test('records person, address and changed objects, and no secret', async () => {
    const world = await stage.newWorld();
    // A second session, which the calls can end.
    await server.call('login', { username: world.owner.userName, password: PASSWORD });
    await forgetThrottles(server);
    const input = await examples[name](world);
    const answer = await server.send(name, input, call.access === 'public' ? {} : { as: world.owner.token });
    expect([OK, OK_ACCEPTED]).toContain(answer.code);
    const rows = await rowsOf(answer.headers.get('x-request-id') ?? '', name);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.user_name).not.toBe('');
      expect(row.objects.length).toBeGreaterThan(0);
      for (const { kind, siteIds, deviceKinds, changes, ...object } of row.objects) {
        expect(OBJECT_KINDS).toContain(kind);
        expect([object.id, object.name]).not.toContain('');
        if (kind === 'device') expect(deviceKinds).toHaveLength(1);
        expect(row.site_ids).toEqual(expect.arrayContaining([...siteIds]));
        for (const { field } of changes) expect(LOGGED_FIELDS).toContain(field);
      }
      expect(row.address).toBe('127.0.0.1');
      if (call.access !== 'public') expect(row.manager_id).toBe(world.owner.managerId);
    }
    const text = rows.map((row) => row.text).join('\n');
    for (const [key, value] of Object.entries({ ...Object(input), ...Object(answer.data) })) {
      const values: unknown[] = SECRET.test(key) ? [value].flat() : [];
      for (const one of values) expect([key, holds(text, String(one))]).toEqual([key, false]);
    }
  });
});

test('a refused call writes no line', async () => {
  const { owner, operator, siteUUID } = await stage.newWorld();
  const refused = await server.send('updateSite', { siteUUID }, { as: owner.token });
  const forbidden = await server.call('deleteSite', { siteUUID }, { as: operator.token });
  for (const answer of [refused, forbidden]) {
    expect(answer.code).not.toBe(0);
    const id = answer.headers.get('x-request-id') ?? '';
    expect([...(await rowsOf(id, 'updateSite')), ...(await rowsOf(id, 'deleteSite'))]).toEqual([]);
  }
});
