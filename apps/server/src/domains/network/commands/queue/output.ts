import type { CommandName } from '@airloom/contract/commands/commands.model';
import { cablesOf } from '@airloom/device-protocol/commands';
import type { Answer } from '@airloom/device-protocol/model';
import { z } from 'zod';

const printed = z.object({ status: z.object({ result: z.string() }) });

/** Output of a device; null when the answer contains none. */
export function outputOf(command: CommandName, answer: Answer): string | null {
  if (command === 'ping') return JSON.stringify(answer.result, null, 2);
  if (command === 'cableTest') return cableOutput(answer);
  if (command !== 'script') return null;
  const read = printed.safeParse(answer.result);
  return read.success ? read.data.status.result : null;
}

function cableOutput(answer: Answer): string | null {
  const cables = cablesOf(answer);
  return cables.length === 0 ? null : JSON.stringify(cables);
}
