import { type CallName, callTable } from '@airloom/contract/all-calls';
import type { Call } from '@airloom/contract/call';
import { z } from 'zod';
import type { Person } from '../builders.ts';
import type { TestServer } from '../test-server.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { forgetThrottles } from './throttles.ts';

/** About the calling person, so different for everyone. */
const OWN_AFFAIRS: ReadonlySet<string> = new Set<CallName>([
  'initPage',
  'listMyRoles',
  'listSessions',
  'listApiKeys',
  'canUpdateUserName',
  'getAccountSwitch',
  'getDefaultEnterpriseTree',
  'listSavedViews',
  'listMessages',
  'listSecurityEvents',
  'getMessageCount',
  'getDeviceCftLogCount',
  'listTasks',
]);

export interface Read {
  readonly name: CallName;
  readonly input: Readonly<Record<string, unknown>>;
}

const file = z.object({ url: z.string(), rows: z.number() });

/** One that makes a file of what there is reads, too. */
function isRead({ effect, output }: Call): boolean {
  const made = output.safeParse({ url: '', rows: 0, expiresAt: new Date(0).toISOString() });
  return effect === 'read' || file.safeParse(made.data).success;
}

const WIDE = [{}, { range: 'day' }, { format: 'csv' }];

/** The example of a call and the widest inputs it takes. */
async function inputsOf(name: CallName, world: World): Promise<[Read, ...Read[]]> {
  const { input: schema } = callTable[name];
  const example = z.record(z.string(), z.unknown()).parse(await examples[name](world));
  const wide = WIDE.filter((input) => {
    const { success, data } = schema.safeParse(input);
    // A key that the call does not know makes no difference.
    return success && Object.keys(input).every((key) => Object.hasOwn(z.looseObject({}).parse(data), key));
  });
  const written = 'format' in example ? { ...example, format: 'csv' } : example;
  return [{ name, input: written }, ...wide.map((input) => ({ name, input: { ...input } }))];
}

const SUBJECTS = [
  'deviceUUID',
  'alarmUUID',
  'alarmHistoryUUID',
  'mac',
  'cfgUUID',
  'campaignUUID',
  'changeUUID',
] as const;

export type Subject = Partial<Readonly<Record<(typeof SUBJECTS)[number], string>>>;

/** The same read about every device, alarm and client, where it is about one. */
export function readsAbout({ name, input }: Read, subjects: readonly Subject[]): Read[] {
  return subjects.flatMap((one) =>
    SUBJECTS.filter((key) => key in input && key in one).map((key) => ({
      name,
      input: { ...input, [key]: one[key] },
    })),
  );
}

/** Every read call of the contract that takes a signed-in person. */
export async function readsOf(world: World, subjects: readonly Subject[]): Promise<Read[]> {
  const names = (Object.keys(callTable) as CallName[]).filter(
    (name) => isRead(callTable[name]) && callTable[name].access !== 'public',
  );
  const reads: Read[] = [];
  for (const name of names) {
    const [example, ...wide] = await inputsOf(name, world);
    reads.push(example, ...wide, ...readsAbout(example, subjects));
  }
  return reads;
}

/** Those that are not about the person who asks. */
export function withoutOwnAffairs(reads: readonly Read[]): Read[] {
  return reads.filter(({ name }) => !OWN_AFFAIRS.has(name));
}

/** What somebody is answered; of a file its content. */
export async function send(server: TestServer, { token }: Person, { name, input }: Read) {
  const { status, code, data, failure } = await server.send(name, input, { as: token });
  if (status !== 200) return { status, code, missing: failure.missing };
  const made = file.safeParse(data);
  if (!made.success) return { status, code, data };
  const response = await fetch(`${server.url}${made.data.url}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status, code, data: { rows: made.data.rows, content: await response.text() } };
}

/** The same, also where others were answered too often. */
export async function answerTo(server: TestServer, person: Person, read: Read) {
  await forgetThrottles(server);
  return send(server, person, read);
}
