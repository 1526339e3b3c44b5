import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { storableText } from '@airloom/device-protocol/storable-text';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import type { Verdict } from './command-lifecycle.ts';
import { type Settled, type Settlement, settle } from './queue.repository.ts';

interface More {
  readonly output?: string | null;
  readonly fileId?: string | null;
}

const { textMax, outputMaxBytes } = COMMAND_LIMITS;

export function settlementOf(
  { tenant, id }: { readonly tenant: string; readonly id: string },
  verdict: NonNullable<Verdict>,
  { output = null, fileId = null }: More = {},
): Settlement {
  const kept = {
    tenant,
    id,
    text: storableText(verdict.text, textMax),
    output: output === null ? null : bounded(storableText(output)),
    fileId,
  };
  if (verdict.kind === 'waits') {
    const { answered, deadline } = verdict;
    return { ...kept, state: 'sending', answered, deadline: new Date(deadline), reason: null, rejected: [] };
  }
  const { state, reason } = verdict;
  const rejected = verdict.rejected.map((one) => storableText(one, textMax));
  return { ...kept, state, answered: false, deadline: null, reason, rejected };
}

function bounded(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= outputMaxBytes) return text;
  // `stream` drops a character that is cut at the end.
  return new TextDecoder().decode(bytes.subarray(0, outputMaxBytes), { stream: true });
}

/** Reduces to one settlement per command: the first end wins, otherwise the latest. */
export function latestSettlements(settlements: readonly Settlement[]): Settlement[] {
  const words = new Map<string, Settlement>();
  for (const next of settlements) {
    const before = words.get(next.id);
    if (before === undefined) words.set(next.id, next);
    else if (before.state === 'sending') {
      words.set(next.id, {
        ...next,
        answered: before.answered || next.answered,
        text: next.text || before.text,
        output: next.output ?? before.output,
        fileId: next.fileId ?? before.fileId,
      });
    }
  }
  return [...words.values()];
}

/** Stores the results of commands and the event about ended ones in one transaction. */
export async function settleAndAnnounce(
  tx: Transaction,
  settlements: readonly Settlement[],
  now: Date,
): Promise<Settled[]> {
  const settled = await settle(tx, latestSettlements(settlements), now);
  const ended = Map.groupBy(
    settled.filter(({ state }) => state !== 'sending'),
    ({ tenant_id }) => tenant_id,
  );
  await Promise.all(
    [...ended].map(([tenant, commands]) =>
      publishEvent(tx, tenant, 'CommandsEnded', {
        commands: commands.map(({ id, batch_id, device_id, command, state }) => ({
          id,
          batchId: batch_id,
          deviceId: device_id,
          command,
          state,
        })),
      }),
    ),
  );
  return settled;
}
