import type { CommandName, CommandReason } from '@airloom/contract/commands/commands.model';
import { COMMAND_TRANSITIONS, type CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { COMMANDS, evaluateAnswer } from '@airloom/device-protocol/commands';
import { runsVersion } from '@airloom/device-protocol/firmware-version';
import { serialOf } from '@airloom/device-protocol/identity';
import type { Answer, DeviceEvent, Hello, Report } from '@airloom/device-protocol/model';
import { isStartReason } from '@airloom/device-protocol/start-reasons';
import { z } from 'zod';
import { isPoweredAgain } from './power-cycle.ts';

/** A command that was sent and has not ended. */
export interface InFlight {
  readonly tenant: string;
  readonly id: string;
  readonly batchId: string;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly command: CommandName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
  /** When the device acknowledged it; null before. */
  readonly answeredAt: number | null;
  /** When it ends without further messages. */
  readonly deadline: number;
  /** Ports of a power cycle that were seen without power or link since it was sent. */
  readonly seenOff: readonly string[];
  /** The hello of a later connection; the answer can no longer arrive then. */
  readonly cameBack: Hello | null;
}

export interface Ended {
  readonly state: Exclude<CommandState, 'sending'>;
  readonly text: string;
  readonly rejected: readonly string[];
  readonly reason: CommandReason | null;
}

/** Effect of something that happened on a command: its end, an extended deadline, or none (null). */
export type Verdict =
  | ({ readonly kind: 'ended' } & Ended)
  | { readonly kind: 'waits'; readonly answered: boolean; readonly text: string; readonly deadline: number }
  | null;

export function ended(state: CommandState, more: Partial<Omit<Ended, 'state'>> = {}): Verdict & Ended {
  if (state === 'sending' || !COMMAND_TRANSITIONS.sending.includes(state)) {
    throw new Error(`A command cannot end as ${state}`);
  }
  return { kind: 'ended', state, text: '', rejected: [], reason: null, ...more };
}

/** A reonline command is confirmed by the next connection of the device. */
const REONLINE_MS = 5 * 60_000;

/** Time until a command must be confirmed; the answer timeout where nothing else confirms it. */
export function confirmMsOf(command: CommandName): number {
  if (command === 'reonline') return REONLINE_MS;
  const { timeoutMs, confirmMs } = COMMANDS[command];
  return confirmMs ?? timeoutMs;
}

export function isExclusive(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].exclusive;
}

/** Sent alone: it would lose other commands that wait for an answer, and be lost with another one of its kind. */
export function isDisrupting(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].disrupts;
}

/** Whether a restart or disconnection would lose it: all commands that a later report cannot confirm. */
export function isLostByDisruption(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].confirmedBy !== 'report';
}

const NO_CONFIGURATION = 1;

export function onAnswer(command: InFlight, answer: Answer, now: number): Verdict {
  if (command.command === 'reonline') return null;
  const { outcome, text, rejected } = evaluateAnswer(command.command, answer);
  switch (outcome) {
    case 'done':
      return ended('success', { text });
    case 'pending':
      return { kind: 'waits', answered: true, text, deadline: now + confirmMsOf(command.command) };
    case 'unsupported':
      return ended('commandError', { text, reason: 'unsupported' });
    case 'partly':
      return ended(refusedConfiguration(command.deviceKind), { text, rejected, reason: 'partly' });
    case 'refused': {
      const configures = command.command === 'configure';
      return ended(configures ? refusedConfiguration(command.deviceKind) : 'commandError', {
        text,
        rejected,
      });
    }
  }
}

/** Final states of a push with a verdict of the device, in contrast to one that was lost. */
export const ANSWERED: readonly CommandState[] = [
  'success',
  'configurationFailure',
  'acConfigurationFailed',
  'gatewayConfigurationFailed',
];

function refusedConfiguration(kind: DeviceKind): CommandState {
  if (kind === 'ac') return 'acConfigurationFailed';
  return kind === 'gateway' ? 'gatewayConfigurationFailed' : 'configurationFailure';
}

/** No answer in time. A command that some devices execute without an answer ends by its deadline only. */
export function onSilence({ command }: InFlight): Verdict {
  return command !== 'reonline' && COMMANDS[command].mayNotAnswer ? null : ended('ackTimeout');
}

/** The connection ended before an answer. A command that ends connections may still be confirmed. */
export function onLost(command: InFlight, now: number): Verdict {
  if (command.command === 'reonline' || COMMANDS[command.command].confirmMs !== null) {
    return { kind: 'waits', answered: false, text: '', deadline: now + confirmMsOf(command.command) };
  }
  return ended('ackTimeout');
}

/** A device that has connected again applies what it received within this time; afterwards it counts as lost. */
const APPLIES_WITHIN_MS = 60_000;

export function onHello(command: InFlight, hello: Hello, now: number): Verdict {
  if (command.command === 'reonline') return ended('success');
  if (command.command === 'configure') {
    if (hello.configVersion === command.params['version']) return ended('success');
    if (command.answeredAt !== null) return null;
    const deadline = Math.min(command.deadline, now + APPLIES_WITHIN_MS);
    return { kind: 'waits', answered: false, text: '', deadline };
  }
  return onStart(command, hello, isStartReason(hello.reason));
}

/** `started`: the device itself started, not only its connection. */
function onStart(command: InFlight, hello: Hello, started: boolean): Verdict {
  switch (command.command) {
    case 'reboot':
      return started ? ended('success') : null;
    case 'factoryReset':
      return hello.reason === 'factory' || (started && hello.configVersion === NO_CONFIGURATION)
        ? ended('success')
        : null;
    case 'upgrade':
      return onUpgraded(command, hello, started);
    default:
      return null;
  }
}

function onUpgraded({ params }: InFlight, hello: Hello, started: boolean): Verdict {
  if (hello.reason === 'upgradefailed') return ended('commandError', { text: hello.reason });
  const text = hello.firmware;
  const changed = text !== params['fromVersion'];
  // It may already have run this version: then a start alone confirms the upgrade.
  if (!changed && !started) return null;
  if (runsVersion(text, String(params['toVersion']))) return ended('success', { text });
  return ended('commandError', { text, reason: changed ? 'otherVersion' : 'sameVersion' });
}

/** `arrival` is when the report was received; a stored report contains its measurement time by the device's clock. */
export function onReport(command: InFlight, report: Report, arrival: number): Verdict {
  switch (command.command) {
    case 'requestState':
      return answersRequest(command, report, arrival) ? ended('success') : null;
    case 'releaseClients':
      return haveGone(command, report, arrival) ? ended('success') : null;
    case 'powerCycle':
      return isPoweredAgain(command, report, measuredAt(report, arrival)) ? ended('success') : null;
    case 'configure': {
      // Before the answer, parts may still be rejected.
      const answered = command.answeredAt !== null || command.cameBack !== null;
      return answered && report.configVersion === command.params['version'] ? ended('success') : null;
    }
    case 'reboot':
      return startedSince(command, report, measuredAt(report, arrival)) ? ended('success') : null;
    default:
      return null;
  }
}

/** Whether a device stored a report before it connected. */
export function isFromBefore({ sequence, at }: Pick<Report, 'sequence' | 'at'>, helloAt: number): boolean {
  return sequence !== null && at !== null && at < helloAt;
}

/** A measurement time in the future counts as now. */
function measuredAt(report: Report, arrival: number): number {
  return Math.min(report.at ?? arrival, arrival);
}

/** Whether it was measured after the command was sent. Only stored reports are older than their arrival. */
function isSince({ sentAt }: InFlight, report: Report, arrival: number): boolean {
  return report.sequence === null || measuredAt(report, arrival) >= sentAt;
}

/** Uptime is reported in whole seconds, rounded down: one more second is its maximum. */
function startedSince({ sentAt }: InFlight, { unit }: Report, at: number): boolean {
  return unit.uptimeSeconds !== null && at - (unit.uptimeSeconds + 1) * 1000 >= sentAt;
}

/** A switch does not return the request id: any newer measurement answers it. */
function answersRequest(command: InFlight, report: Report, arrival: number): boolean {
  if (command.deviceKind !== 'switch') return report.requestId === command.id;
  return isSince(command, report, arrival);
}

const released = z.object({ clients: z.array(z.object({ mac: z.string() })) });

function releasedBy({ params }: InFlight): readonly (string | null)[] {
  return released.parse(params).clients.map(({ mac }) => serialOf(mac));
}

/** Whether no released client is connected, except those that connected again since. */
function haveGone(command: InFlight, report: Report, arrival: number): boolean {
  // A report without radios contains no clients.
  if (report.radios.length + report.members.length === 0 || !isSince(command, report, arrival)) return false;
  const sent = new Set(releasedBy(command));
  return report.clients
    .filter(({ mac }) => sent.has(serialOf(mac)))
    .every(
      ({ connectedSeconds }) =>
        connectedSeconds !== null && arrival - (connectedSeconds + 1) * 1000 >= command.sentAt,
    );
}

export function onEvent(command: InFlight, { happening }: DeviceEvent): Verdict {
  switch (happening.type) {
    case 'upgrade': {
      const failed = command.command === 'upgrade' && happening.phase === 'fail';
      return failed ? ended('commandError', { text: happening.phase }) : null;
    }
    case 'restarted':
      // Switches report the reason of a start after the hello.
      return command.cameBack === null ? null : onStart(command, command.cameBack, true);
    case 'clientLeft': {
      if (command.command !== 'releaseClients') return null;
      const [only, ...more] = releasedBy(command);
      // Several clients are confirmed by the next report.
      return more.length === 0 && only === serialOf(happening.client.mac) ? ended('success') : null;
    }
    default:
      return null;
  }
}

/** The deadline has passed: it was never sent, not acknowledged, or not confirmed. */
export function onDeadline(
  command: Pick<InFlight, 'answeredAt'> & { readonly sentAt: number | null },
): Verdict {
  if (command.sentAt === null) return ended('sendFailed', { reason: 'waitedTooLong' });
  return ended(command.answeredAt === null ? 'ackTimeout' : 'responseTimeout');
}
