import { type CallName, callTable } from '@airloom/contract/all-calls';
import { type Call, requiredGrant } from '@airloom/contract/call';
import { ERRORS, SUCCESS_CODES } from '@airloom/contract/errors';
import { ALL_GRANTS, type Grant, permissionsIn } from '@airloom/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { PASSWORD } from '../builders.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { openStage, type Stage } from './stage.ts';
import { forgetThrottles } from './throttles.ts';

/** Reads that need no permission and are not about the person, but about the account and what they work on. */
const OF_THE_ACCOUNT: ReadonlySet<CallName> = new Set([
  'listRoles',
  'getCompany',
  'getQuotas',
  'getEnterprise',
  'getAllSiteName',
  'searchEverything',
]);

/** Their mails and displays show all that the person sees, which may be more than the key does. */
const SHOWN_TO_OTHERS: ReadonlySet<CallName> = new Set([
  'createReport',
  'updateReport',
  'sendReport',
  'createScreenLink',
]);

/** Passwords are shown to people. */
const SECRETS: ReadonlySet<CallName> = new Set(['revealSecret']);

/** A shell is joined by the signed-in browser that opened it. */
const JOINED_BY_BROWSERS: ReadonlySet<CallName> = new Set(['openShell']);

/** They open the network to the internet, for the browser of the person who asks. */
const OPENED_BY_PEOPLE: ReadonlySet<CallName> = new Set([
  'createRemoteProxy',
  'openRemoteProxy',
  'saveRemoteProxySettings',
]);

/** The first administrator of an installation alone may. */
const OF_THE_INSTALLATION: ReadonlySet<CallName> = new Set(['removeDemo', 'resetDemo']);

/** Profile, password, sessions, keys, messages, security: only the person themselves, signed in, may. */
function isAboutOneself(name: CallName, call: Call): boolean {
  return (requiredGrant(call) === null && !OF_THE_ACCOUNT.has(name)) || SHOWN_TO_OTHERS.has(name);
}

type Outcome = 'answered' | 'refused' | { readonly missing: string };

function expected(name: CallName, call: Call, grants: readonly Grant[]): Outcome {
  const needed = requiredGrant(call);
  if (needed !== null && !grants.includes(needed)) return { missing: needed };
  const isForPeople =
    isAboutOneself(name, call) ||
    OF_THE_INSTALLATION.has(name) ||
    SECRETS.has(name) ||
    JOINED_BY_BROWSERS.has(name) ||
    OPENED_BY_PEOPLE.has(name);
  return isForPeople ? 'refused' : 'answered';
}

interface Holder {
  readonly world: World;
  readonly key: string;
}

let stage: Stage;
/** Reads leave everything as it is for the next. */
const reading = new Map<readonly Grant[], Promise<Holder>>();
beforeAll(async () => {
  stage = await openStage();
  await createFirstAdministrator(stage.server.platform);
});
afterAll(() => stage.stop());

async function holderOf(grants: readonly Grant[]): Promise<Holder> {
  const world = await stage.newWorld();
  const input = { name: 'script', grants: [...grants], expiresAt: null, password: PASSWORD };
  const created = await stage.server.call('createApiKey', input, { as: world.owner.token });
  expect(created.code).toBe(0);
  return { world, key: created.data.secret };
}

async function outcomeOf(name: CallName, grants: readonly Grant[]): Promise<unknown> {
  const { server } = stage;
  await forgetThrottles(server);
  const holder = reading.get(grants) ?? holderOf(grants);
  if (callTable[name].effect === 'read') reading.set(grants, holder);
  else reading.delete(grants);
  const { world, key } = await holder;
  const { status, code, failure } = await server.send(name, await examples[name](world), { as: key });
  if (SUCCESS_CODES.includes(code)) return 'answered';
  if (status !== 403 || code !== ERRORS.permissionDenied.code) return { status, code, failure };
  return failure.missing === undefined ? 'refused' : { missing: failure.missing };
}

/** What an account has that does not run the installation. */
const customer: ReadonlySet<string> = permissionsIn({ operator: false, agent: false, store: true });
const OF_A_CUSTOMER = ALL_GRANTS.filter((grant) => customer.has(grant.replace(':operate', '')));

const signedIn = Object.entries(callTable).filter(([, call]) => call.access !== 'public');

describe.each(signedIn)('%s', (callName, call) => {
  const name = callName as CallName;

  test.each([
    ['a key with one permission', ['site_manage']],
    ['a key with all permissions', OF_A_CUSTOMER],
  ] as const)('%s', async (_, grants) => {
    expect(await outcomeOf(name, grants)).toEqual(expected(name, call, grants));
  });
});
