import { type CallName, callTable } from '@airloom/contract/all-calls';
import { SCREEN_HEADER } from '@airloom/contract/call';
import { ERRORS, SUCCESS_CODES } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  linkIn,
  screenCookieOf,
  type TestLink,
} from '../../domains/monitoring/big-screen/testing/display.ts';
import { SESSION_COOKIE } from '../../platform/http/context.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { openStage, type Stage } from './stage.ts';
import { forgetThrottles } from './throttles.ts';

/** What the big screen reads; a link opens nothing else. */
const READ_BY_SCREENS: readonly CallName[] = [
  'deviceCounts',
  'queryAlarm',
  'getAlarmLogCount',
  'networkNow',
  'siteHealth',
  'networkStatistics',
  'compareNetwork',
  'topTerminals',
];

let stage: Stage;
let world: World;
let link: TestLink;
beforeAll(async () => {
  stage = await openStage();
  world = await stage.newWorld();
  const input = { name: 'Everything', validDays: 1 };
  link = linkIn((await stage.server.call('createScreenLink', input, { as: world.owner.token })).data);
});
afterAll(() => stage.stop());

const signedIn = Object.entries(callTable).filter(([, call]) => call.access !== 'public');

describe.each(signedIn)('%s', (callName) => {
  const name = callName as CallName;

  async function codeWith(headers: Readonly<Record<string, string>>, as?: string): Promise<number> {
    await forgetThrottles(stage.server);
    const input = await examples[name](world);
    const { code } = await stage.server.send(name, input, { headers, as });
    return SUCCESS_CODES.includes(code) ? 0 : code;
  }

  test('with the cookie of a display', async () => {
    const cookie = screenCookieOf(link);
    const expected = READ_BY_SCREENS.includes(name) ? 0 : ERRORS.permissionDenied.code;
    expect(await codeWith({ cookie, [SCREEN_HEADER]: link.linkUUID })).toBe(expected);
  });

  test('with the token of a link in place of a session or an API key', async () => {
    const timeout = ERRORS.tokenTimeout.code;
    expect(await codeWith({ cookie: screenCookieOf(link) })).toBe(timeout);
    expect(await codeWith({ cookie: `${SESSION_COOKIE}=${link.token}` })).toBe(timeout);
    expect(await codeWith({}, link.token)).toBe(timeout);
  });

  test('a session or an API key in place of the token of a link', async () => {
    const cookie = `airloom_screen_${link.linkUUID}=${world.owner.token}; ${SESSION_COOKIE}=${world.owner.token}`;
    const ended = ERRORS.screenLinkEnded.code;
    expect(await codeWith({ cookie, [SCREEN_HEADER]: link.linkUUID }, world.owner.token)).toBe(ended);
  });
});
