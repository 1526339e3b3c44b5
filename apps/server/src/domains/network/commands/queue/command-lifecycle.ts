import type { CommandName, CommandReason } from '@airloom/contract/commands/commands.model';
import { COMMAND_TRANSITIONS, type CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { COMMANDS, judge } from '@airloom/device-protocol/commands';
import { runsVersion } from '@airloom/device-protocol/firmware-version';
import { serialOf } from '@airloom/device-protocol/identity';
import type { Answer, DeviceEvent, Hello, Report } from '@airloom/device-protocol/model';
import { saysItStarted } from '@airloom/device-protocol/start-reasons';
import { z } from 'zod';

/** A command on its way: sent, and not ended. */
export interface InFlight {
  readonly tenant: string;
  readonly id: string;
  readonly batchId: string;
  readonly deviceId: string;
  readonly deviceKind: DeviceKind;
  readonly command: CommandName;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sentAt: number;
  /** When the device took it; null while it has not said so. */
  readonly answeredAt: number | null;
  /** When it ends unless something is heard of it. */
  readonly deadline: number;
  /** How the device came back on another connection since; then an answer can no longer come. */
  readonly cameBack: Hello | null;
}

export interface Ended {
  readonly state: Exclude<CommandState, 'sending'>;
  readonly text: string;
  readonly rejected: readonly string[];
  readonly reason: CommandReason | null;
}

/** What something that happened means for a command: its end, more time to prove itself, or nothing (null). */
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

/** Closing a connection is answered by the device coming back. */
const REONLINE_MS = 5 * 60_000;

/** How long what a command set going may take to show, the answer where that is all there is. */
export function confirmMsOf(command: CommandName): number {
  if (command === 'reonline') return REONLINE_MS;
  const { timeoutMs, confirmMs } = COMMANDS[command];
  return confirmMs ?? timeoutMs;
}

export function isExclusive(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].exclusive;
}

/** Sent alone: it would lose others that wait for an answer, and be lost with another of its like. */
export function isDisrupting(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].disrupts;
}

/** Whether it would be lost when the device or its connection goes down: only a report can show it afterwards. */
export function isLostByDisruption(command: CommandName): boolean {
  return command === 'reonline' || COMMANDS[command].confirmedBy !== 'report';
}

const NO_CONFIGURATION = 1;

export function onAnswer(command: InFlight, answer: Answer, now: number): Verdict {
  if (command.command === 'reonline') return null;
  const { outcome, text, rejected } = judge(command.command, answer);
  switch (outcome) {
    case 'done':
      return ended('success', { text });
    case 'pending':
      return { kind: 'waits', answered: true, text, deadline: now + confirmMsOf(command.command) };
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

/** How a push ends when the device judged what it was sent, rather than that it was lost on the way. */
export const JUDGED: readonly CommandState[] = [
  'success',
  'configurationFailure',
  'acConfigurationFailed',
  'gatewayConfigurationFailed',
];

function refusedConfiguration(kind: DeviceKind): CommandState {
  if (kind === 'ac') return 'acConfigurationFailed';
  return kind === 'gateway' ? 'gatewayConfigurationFailed' : 'configurationFailure';
}

/** The device did not answer in time. Where clients obey without a word, only its time to prove itself ends it. */
export function onSilence({ command }: InFlight): Verdict {
  return command !== 'reonline' && COMMANDS[command].maySayNothing ? null : ended('ackTimeout');
}

/** The connection went before an answer came. What ends connections by its nature may still prove itself. */
export function onLost(command: InFlight, now: number): Verdict {
  if (command.command === 'reonline' || COMMANDS[command.command].confirmMs !== null) {
    return { kind: 'waits', answered: false, text: '', deadline: now + confirmMsOf(command.command) };
  }
  return ended('ackTimeout');
}

export function onHello(command: InFlight, hello: Hello): Verdict {
  if (command.command === 'reonline') return ended('success');
  if (command.command === 'configure') {
    return hello.configVersion === command.params['version'] ? ended('success') : null;
  }
  return onStart(command, hello, saysItStarted(hello.reason));
}

/** `started`: the device itself started anew, not only its connection. */
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
  // It may have been given what it ran already: then a start alone shows that it did as told.
  if (!changed && !started) return null;
  if (runsVersion(text, String(params['toVersion']))) return ended('success', { text });
  return ended('commandError', { text, reason: changed ? 'otherVersion' : 'sameVersion' });
}

/** `arrival` is when the report came; a device that kept it says when it was measured, by its own clock. */
export function onReport(command: InFlight, report: Report, arrival: number): Verdict {
  switch (command.command) {
    case 'requestState':
      return answersRequest(command, report, arrival) ? ended('success') : null;
    case 'releaseClients':
      return haveGone(command, report, arrival) ? ended('success') : null;
    case 'configure': {
      // Before it is answered it may still turn out that parts were rejected.
      const answered = command.answeredAt !== null || command.cameBack !== null;
      return answered && report.configVersion === command.params['version'] ? ended('success') : null;
    }
    case 'reboot':
      return startedSince(command, report, measuredAt(report, arrival)) ? ended('success') : null;
    default:
      return null;
  }
}

/** A clock that is ahead proves nothing. */
function measuredAt(report: Report, arrival: number): number {
  return Math.min(report.at ?? arrival, arrival);
}

/** Whether it was measured after the command left. Only what a device kept can be older than its arrival. */
function isSince({ sentAt }: InFlight, report: Report, arrival: number): boolean {
  return report.sequence === null || measuredAt(report, arrival) >= sentAt;
}

/** Uptime is told in whole seconds, rounded down: one more is the longest it can have been running. */
function startedSince({ sentAt }: InFlight, { unit }: Report, at: number): boolean {
  return unit.uptimeSeconds !== null && at - (unit.uptimeSeconds + 1) * 1000 >= sentAt;
}

/** A switch cannot name the request: whatever it measured since answers it. */
function answersRequest(command: InFlight, report: Report, arrival: number): boolean {
  if (command.deviceKind !== 'switch') return report.requestId === command.id;
  return isSince(command, report, arrival);
}

const released = z.object({ clients: z.array(z.object({ mac: z.string() })) });

function releasedBy({ params }: InFlight): readonly (string | null)[] {
  return released.parse(params).clients.map(({ mac }) => serialOf(mac));
}

/** Nobody who was sent away is there, but for those who connected again since. */
function haveGone(command: InFlight, report: Report, arrival: number): boolean {
  // A report without radios tells nothing of their clients.
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
      // Switches tell why they started only after the hello, which says nothing of it.
      return command.cameBack === null ? null : onStart(command, command.cameBack, true);
    case 'clientLeft': {
      if (command.command !== 'releaseClients') return null;
      const [only, ...more] = releasedBy(command);
      // Of several the next report tells.
      return more.length === 0 && only === serialOf(happening.client.mac) ? ended('success') : null;
    }
    default:
      return null;
  }
}

/** Its time is over. Nothing was sent: it waited too long; nothing came back; or what came was never proven. */
export function onDeadline(
  command: Pick<InFlight, 'answeredAt'> & { readonly sentAt: number | null },
): Verdict {
  if (command.sentAt === null) return ended('sendFailed', { reason: 'waitedTooLong' });
  return ended(command.answeredAt === null ? 'ackTimeout' : 'responseTimeout');
}
