import { type CallName, callTable } from '@airloom/contract/all-calls';
import { z } from 'zod';
import type { Person } from '../builders.ts';
import type { DeviceOfKind } from '../network-of-all-kinds.ts';
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

const WIDE = [{}, { range: 'day' }, { format: 'csv' }];

/** The example of a call, its widest inputs, and the same for every device, alarm and client. */
async function inputsOf(name: CallName, world: World, network: readonly DeviceOfKind[]): Promise<Read[]> {
  const { input: schema } = callTable[name];
  const example = z.record(z.string(), z.unknown()).parse(await examples[name](world));
  const written = 'format' in example ? { ...example, format: 'csv' } : example;
  const about = network.flatMap((one): object[] =>
    (['deviceUUID', 'alarmUUID', 'alarmHistoryUUID', 'mac'] as const)
      .filter((key) => key in example)
      .map((key) => ({ ...written, [key]: one[key] })),
  );
  const wide = WIDE.filter((input) => schema.safeParse(input).success);
  return [written, ...wide, ...about].map((input) => ({ name, input: { ...input } }));
}

/** Every read call of the contract that is not about the calling person. */
export async function readsOf(world: World, network: readonly DeviceOfKind[]): Promise<Read[]> {
  const names = (Object.keys(callTable) as CallName[]).filter(
    (name) =>
      callTable[name].effect === 'read' && callTable[name].access !== 'public' && !OWN_AFFAIRS.has(name),
  );
  const reads: Read[] = [];
  for (const name of names) reads.push(...(await inputsOf(name, world, network)));
  return reads;
}

const file = z.object({ url: z.string(), rows: z.number() });

/** The answer to a person; of a file its content. */
export async function answerTo(server: TestServer, { token }: Person, { name, input }: Read) {
  await forgetThrottles(server);
  const { status, code, data, failure } = await server.send(name, input, { as: token });
  if (status !== 200) return { status, code, missing: failure.missing };
  const made = file.safeParse(data);
  if (!made.success) return { status, code, data };
  const response = await fetch(`${server.url}${made.data.url}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status, code, data: { rows: made.data.rows, content: await response.text() } };
}
