import { COMMANDS, type CommandName } from './command-model.ts';
import type { Answer, CableSample, ScanEntry } from './model.ts';
import { cablesInResult } from './ucentral/cable.ts';
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

/** Measured cables in an answer. */
export function cablesOf(answer: Answer): CableSample[] {
  return cablesInResult(answer.result);
}

export interface Evaluation {
  /**
   * `pending`: acknowledged; `confirmedBy` names what confirms the rest. `unsupported`: answered like a method that the
   * device does not know.
   */
  readonly outcome: 'done' | 'pending' | 'refused' | 'partly' | 'unsupported';
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
  // Switches answer "Success" to methods they do not know: only a measurement shows that a cable was tested.
  if (name === 'cableTest' && cablesOf(answer).length === 0) return 'unsupported';
  // A script with upload answers "pending" first and again when it has run.
  return name === 'script' && answer.text === 'pending' ? 'pending' : 'done';
}

/** Error 1 means partly applied; access points also use it for unreadable parameters. */
function appliedInPart(answer: Answer): boolean {
  const version = answer.result['uuid'];
  return answer.rejected.length > 0 || (typeof version === 'number' && version > 1);
}
