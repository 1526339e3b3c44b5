import { COMMANDS, type CommandName } from './command-model.ts';
import type { Answer, ScanEntry } from './model.ts';
import { scanInResult } from './ucentral/scan.ts';

export {
  COMMANDS,
  type CommandName,
  type CommandTraits,
  type DeviceCommand,
  deviceCommand,
  LED_PATTERNS,
} from './command-model.ts';
export { type CommandRead, readCommand } from './read-command.ts';

/** What a device found when it was told to look around. */
export function scanOf(answer: Answer): ScanEntry[] {
  return scanInResult(answer.result);
}

export interface Judgement {
  /** `pending`: it was taken, and what `confirmedBy` names has to prove the rest. */
  readonly outcome: 'done' | 'pending' | 'refused' | 'partly';
  readonly text: string;
  readonly rejected: readonly string[];
}

export function judge(name: CommandName, answer: Answer): Judgement {
  return { outcome: outcomeOf(name, answer), text: answer.text, rejected: answer.rejected };
}

function outcomeOf(name: CommandName, answer: Answer): Judgement['outcome'] {
  if (name === 'configure' && answer.error === 1) return appliedInPart(answer) ? 'partly' : 'refused';
  if (answer.error !== 0) return 'refused';
  if (COMMANDS[name].confirmedBy !== 'answer') return 'pending';
  // A script that uploads its output says so first and answers again when it has run.
  return name === 'script' && answer.text === 'pending' ? 'pending' : 'done';
}

/** Error 1 means "applied but for this"; an access point also says it of parameters it could not read at all. */
function appliedInPart(answer: Answer): boolean {
  const version = answer.result['uuid'];
  return answer.rejected.length > 0 || (typeof version === 'number' && version > 1);
}
