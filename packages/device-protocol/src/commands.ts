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

/** Scan result in an answer. */
export function scanOf(answer: Answer): ScanEntry[] {
  return scanInResult(answer.result);
}

export interface Evaluation {
  /** `pending`: acknowledged; `confirmedBy` names what confirms the rest. */
  readonly outcome: 'done' | 'pending' | 'refused' | 'partly';
  readonly text: string;
  readonly rejected: readonly string[];
}

export function evaluateAnswer(name: CommandName, answer: Answer): Evaluation {
  return { outcome: outcomeOf(name, answer), text: answer.text, rejected: answer.rejected };
}

function outcomeOf(name: CommandName, answer: Answer): Evaluation['outcome'] {
  if (name === 'configure' && answer.error === 1) return appliedInPart(answer) ? 'partly' : 'refused';
  if (answer.error !== 0) return 'refused';
  if (COMMANDS[name].confirmedBy !== 'answer') return 'pending';
  // A script with upload answers "pending" first and again when it has run.
  return name === 'script' && answer.text === 'pending' ? 'pending' : 'done';
}

/** Error 1 means partly applied; access points also use it for unreadable parameters. */
function appliedInPart(answer: Answer): boolean {
  const version = answer.result['uuid'];
  return answer.rejected.length > 0 || (typeof version === 'number' && version > 1);
}
