import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import { requiredGrant } from '@airloom/contract/call';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { WITHIN } from '../within.ts';
import { type Hidden, NAMED, openReachStage, RENAMED, type ReachStage } from './reach-stage.ts';
import { answerTo, type Read, readsAbout, readsOf } from './read-calls.ts';
import { forgetThrottles } from './throttles.ts';
import { type Write, writesOf } from './write-calls.ts';

/** They contain what the person did, so also the files that reads of this test made. */
const OWN_EXPORTS: ReadonlySet<string> = new Set<CallName>([
  'listTasks',
  'getMessageCount',
  'listOperations',
  'exportOperations',
]);

const OPERATION_LOG: ReadonlySet<string> = new Set<CallName>(['listOperations', 'exportOperations']);

/**
 * No other name of a device is kept: figures of the time in which one stood at a site show it under the name it has
 * now, wherever it is.
 */
const UNDER_CURRENT_NAME: ReadonlySet<string> = new Set<CallName>([
  'compareNetwork',
  'listAvailability',
  'exportStatistics',
]);

/** What a person keeps for themselves, whether or not there is such an object. */
const OWN_ROWS: Partial<Record<CallName, readonly string[]>> = {
  setCurrentSite: ['selected_scope', 'session'],
};

/** Fewer would mean that examples no longer name objects of the other site. */
const HIDDEN_READS_MIN = 50;
const HIDDEN_WRITES_MIN = 60;
/** Nor would much be shown by writes that fail. */
const OWN_WRITES_MIN = 25;

const RANGES = ['hour', 'sixHours', 'day', 'week', 'month'];

let stage: ReachStage;
let hidden: Hidden;
/** Reads about the site that the person sees. */
let eastReads: readonly Read[];
/** The same about the other site. */
let harbourReads: readonly Read[];
let writes: readonly Write[];
/** What the person is answered to reads about their site, before and after the other site was filled. */
let before: readonly string[];
let after: readonly string[];

const inAllRanges = (reads: readonly Read[]): Read[] =>
  reads.flatMap((read) =>
    'range' in read.input ? RANGES.map((range) => ({ ...read, input: { ...read.input, range } })) : [read],
  );

/** The same for the name of a device that the person does not see any more. */
const searching = (reads: readonly Read[]): Read[] =>
  reads
    .map(({ name, input }) => ({ name, input: { ...input, search: RENAMED } }))
    .filter(({ name, input }) => {
      const parsed = z.object({ search: z.string() }).safeParse(callTable[name].input.safeParse(input).data);
      return parsed.success && !UNDER_CURRENT_NAME.has(name);
    });

/** The operation log also without what the person did. */
const withoutOwnOperations = (reads: readonly Read[]): Read[] =>
  reads.flatMap((read) => {
    if (!OPERATION_LOG.has(read.name)) return [read];
    const { managerId } = stage.harbour.owner;
    return [read, { ...read, input: { ...read.input, managerUUID: managerId } }];
  });

/** Whether a read returns what the person did. */
const isOwn = ({ name, input }: Read) => OWN_EXPORTS.has(name) && !('managerUUID' in input);

async function answersTo(reads: readonly Read[]): Promise<string[]> {
  const answers: string[] = [];
  for (const read of reads) {
    const answer = JSON.stringify(await answerTo(stage.server, stage.person, read));
    answers.push(UNDER_CURRENT_NAME.has(read.name) ? answer.replaceAll(RENAMED, NAMED) : answer);
  }
  return answers;
}

beforeAll(async () => {
  stage = await openReachStage();
  const found = withoutOwnOperations(inAllRanges(await readsOf(stage.east, [stage.moved])));
  eastReads = [...found, ...searching(found)];
  const harbourExamples = await readsOf(stage.harbour, []);
  before = await answersTo(eastReads);
  const network = await stage.addHarbour();
  harbourReads = harbourExamples.flatMap((read) => [read, ...readsAbout(read, network)]);
  await stage.server.settled();
  after = await answersTo(eastReads);
  writes = await writesOf(stage.east, stage.harbour);
  await stage.server.settled();
  hidden = await stage.hidden();
});
afterAll(() => stage.stop());

const mentioned = (text: string) => hidden.texts.filter((one) => text.includes(one));

test('answers about a site stay the same whatever there is at another site', () => {
  const different = eastReads.flatMap((read, place) =>
    isOwn(read) || after[place] === before[place]
      ? []
      : [{ ...read, before: before[place], after: after[place] }],
  );
  expect(different).toEqual([]);
});

test('no answer, file or export contains an id or a name of another site', async () => {
  const answers = [...after, ...(await answersTo(harbourReads))];
  const leaks = [...eastReads, ...harbourReads].flatMap((read, place) => {
    const asked = JSON.stringify(read.input);
    const leaked = mentioned(answers[place] ?? '').filter((text) => !asked.includes(text));
    return leaked.length > 0 ? [{ ...read, leaked }] : [];
  });
  expect(leaks).toEqual([]);
});

const namesHidden = (input: unknown) => {
  const asked = JSON.stringify(input);
  return hidden.ids.some((id) => asked.includes(id));
};

/** The same input with every hidden id replaced by one that does not exist. */
function withAbsent(input: unknown): { readonly input: unknown; restore(text: string): string } {
  const asked = JSON.stringify(input);
  const fresh = hidden.ids
    .filter((id) => asked.includes(id))
    .map(
      (id) =>
        [
          id,
          id.includes(':') ? `02:${randomBytes(5).toString('hex').match(/../g)?.join(':')}` : randomUUID(),
        ] as const,
    );
  return {
    input: JSON.parse(fresh.reduce((text, [id, other]) => text.replaceAll(id, other), asked)),
    restore: (text) => fresh.reduce((all, [id, other]) => all.replaceAll(other, id), text),
  };
}

/** What the person is answered, without what no two answers have in common. */
async function outcome(name: CallName, input: unknown): Promise<string> {
  await forgetThrottles(stage.server);
  const { status, code, msg, data } = await stage.server.send(name, input, { as: stage.person.token });
  return JSON.stringify({ status, code, msg, data })
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/"url":"[^"]*"/, '');
}

/** Empty when an object that is hidden is answered like one that does not exist. */
async function differences(name: CallName, input: unknown): Promise<object[]> {
  const absent = withAbsent(input);
  const answers = [await outcome(name, input), absent.restore(await outcome(name, absent.input))];
  return answers[0] === answers[1] ? [] : [{ name, input, hidden: answers[0], absent: answers[1] }];
}

test('a read that names an object of another site is answered as if there were no such object', async () => {
  const problems: object[] = [];
  const tried = harbourReads.filter(({ input }) => namesHidden(input));
  for (const { name, input } of tried) problems.push(...(await differences(name, input)));
  expect(problems).toEqual([]);
  expect(tried.length).toBeGreaterThan(HIDDEN_READS_MIN);
});

function dueNotices() {
  return stage.server.platform.database.asSystem((tx) =>
    tx.first(sql<{ due: number }>`
      select count(*)::int as due from notice where state = 'waiting' and due_at < now() + interval '30 seconds'`),
  );
}

/** Notices that are due become messages at any time. */
async function untilNoticesAreSent(): Promise<void> {
  await expect.poll(async () => (await dueNotices())?.due, WITHIN).toBe(0);
}

test('a write that names an object of another site is answered as if there were no such object and changes nothing', async () => {
  const { server, rows, harbour } = stage;
  await untilNoticesAreSent();
  let stored = await rows.of(harbour.owner.tenant);
  const problems: object[] = [];
  const tried = writes.flatMap(({ name, foreign }) =>
    foreign.filter(namesHidden).map((input) => ({ name, input })),
  );
  for (const { name, input } of tried) {
    problems.push(...(await differences(name, input)));
    await server.settled();
    const { before: then, now } = await rows.beforeAndNow(harbour.owner.tenant, stored);
    const changed = Object.keys({ ...then, ...now }).filter((table) => then[table] !== now[table]);
    if (changed.length === 0) continue;
    stored = await rows.of(harbour.owner.tenant);
    if (!isDeepStrictEqual(changed.toSorted(), OWN_ROWS[name])) problems.push({ name, input, changed });
  }
  expect(problems).toEqual([]);
  expect(new Set(tried.map(({ name }) => name)).size).toBeGreaterThan(HIDDEN_WRITES_MIN);
});

/** Those that are about clients, about this one. */
function aboutClient(given: readonly Write[], mac: string): Pick<Write, 'name' | 'own'>[] {
  return given.flatMap(({ name, own }): Pick<Write, 'name' | 'own'>[] => {
    const one = z.looseObject({ mac: z.string() }).safeParse(own);
    if (one.success) return [{ name, own: { ...one.data, mac } }];
    const several = z.looseObject({ macs: z.array(z.string()) }).safeParse(own);
    return several.success ? [{ name, own: { ...several.data, macs: [mac] } }] : [];
  });
}

test('a write about a site changes nothing at another site, also of what concerns both', async () => {
  const changed: object[] = [];
  let stored = await stage.harbourRows();
  let succeeded = 0;
  const permitted = writes.filter(({ name }) => requiredGrant(callTable[name]) !== null);
  for (const { name, own } of [...permitted, ...aboutClient(permitted, stage.moved.mac)]) {
    const answer = await outcome(name, own);
    if (answer.includes('"status":200,"code":0')) succeeded += 1;
    await stage.server.settled();
    const now = await stage.harbourRows();
    if (!isDeepStrictEqual(now, stored)) {
      const [gone, added] = [
        stored.filter((row) => !now.includes(row)),
        now.filter((row) => !stored.includes(row)),
      ];
      changed.push({ name, own, gone, added });
    }
    stored = now;
  }
  expect(changed).toEqual([]);
  expect(succeeded).toBeGreaterThan(OWN_WRITES_MIN);
});
