import { LOGGED_FIELDS, OBJECT_KINDS } from '../../../packages/contract/src/accounts/operation-log.model.ts';
import { callTable } from '../../../packages/contract/src/all-calls.ts';
import { PAIR_STATES } from '../../../packages/contract/src/commands/cable-test.model.ts';
import { COMMAND_NAMES, COMMAND_REASONS } from '../../../packages/contract/src/commands/commands.model.ts';
import { COMMAND_STATES } from '../../../packages/contract/src/commands/commands.states.ts';
import {
  LEFT_OUT_REASONS,
  SCHEDULE_STATES,
  SCHEDULED_DEVICE_STATES,
} from '../../../packages/contract/src/commands/schedules.states.ts';
import { DEVICE_KINDS } from '../../../packages/contract/src/devices/device-classes.ts';
import { EXPORT_COLUMNS } from '../../../packages/contract/src/devices/devices.calls.ts';
import { HA_MODES, HA_STATUSES } from '../../../packages/contract/src/devices/devices.model.ts';
import {
  CONFIGURATION_STATES,
  DEVICE_STATUSES,
  UPGRADE_STATUSES,
} from '../../../packages/contract/src/devices/devices.states.ts';
import { ERRORS } from '../../../packages/contract/src/errors.ts';
import { UPGRADE_LOG_COLUMNS } from '../../../packages/contract/src/firmware/firmware.calls.ts';
import { UPGRADE_REASONS, UPGRADE_STATES } from '../../../packages/contract/src/firmware/firmware.states.ts';
import { LOGIN_PASSWORD_FAULTS } from '../../../packages/contract/src/formats/people/login-password.ts';
import { SECURITY_EVENT_KINDS } from '../../../packages/contract/src/identity/safety.model.ts';
import { QUOTA_ADVICE, QUOTA_NAMES } from '../../../packages/contract/src/quotas.ts';
import { PROXY_ENDS } from '../../../packages/contract/src/remote-proxy/remote-proxy.model.ts';
import { SHELL_ENDS } from '../../../packages/contract/src/web-shell/web-shell.model.ts';
import type { DynamicKeys } from './model.ts';

/** Keys of people, devices, commands and firmware, and of every page. */
export const MANAGEMENT_KEYS: readonly DynamicKeys[] = [
  {
    prefix: 'mail.security.',
    values: [
      'account',
      'time',
      'address',
      'client',
      'contact',
      'key',
      'sms',
      ...SECURITY_EVENT_KINDS.flatMap((kind) => [`${kind}.subject`, `${kind}.text`, `${kind}.advice`]),
    ],
    reason: 'mails about security events are put together from lines',
  },
  {
    prefix: 'safety.secondFactor.',
    values: ['required', 'wrong'],
    reason: 'the server names why a second factor is refused',
  },
  { prefix: 'safety.events.kind.', values: SECURITY_EVENT_KINDS, reason: 'a security event is of a kind' },
  {
    prefix: 'operations.',
    values: [
      ...Object.entries(callTable)
        // A sheet that somebody makes is written down too.
        .filter(([name, { effect }]) => effect === 'write' || name.startsWith('export'))
        .map(([name]) => name),
      // By a device, at the gateway.
      'enrolAgain',
      // By somebody who uses a remote proxy.
      'useRemoteProxy',
      // By the console itself.
      'expireTakeOver',
      'revertManagementVlan',
      'revertConfiguration',
      // By earlier releases.
      'setManagementVlan',
    ],
    reason: 'the operation log names what was called',
  },
  {
    prefix: 'remote-proxy.page.',
    values: [
      'noAccess',
      'accessLost',
      'linkUsed',
      'otherHost',
      'otherSource',
      'otherOrigin',
      'tooMany',
      'deviceOffline',
      'notSupported',
      'targetRefused',
      'deviceLost',
      'badAnswer',
      'noAnswer',
    ],
    reason: 'a proxied page that is not shown gives the reason',
  },
  { prefix: 'remote-proxy.state.', values: ['open', 'ended'], reason: 'filter of remote proxies' },
  { prefix: 'remote-proxy.end.', values: PROXY_ENDS, reason: 'remote proxies end for a reason' },
  { prefix: 'operation-log.kind.', values: OBJECT_KINDS, reason: 'the operation log names changed objects' },
  { prefix: 'operation-log.field.', values: LOGGED_FIELDS, reason: 'and their changed fields' },
  {
    prefix: 'usage.name.',
    values: QUOTA_NAMES,
    reason: 'the usage page and a refusal name the quota',
  },
  {
    prefix: 'usage.advice.',
    values: QUOTA_ADVICE,
    reason: 'advice on the usage page and in refusals for a full quota',
  },
  {
    prefix: 'errors.',
    values: Object.keys(ERRORS),
    reason: 'the envelope carries the text of the error that a call failed with',
  },
  {
    prefix: 'validation.password.',
    values: LOGIN_PASSWORD_FAULTS,
    reason: 'the violated part of the password rule',
  },
  {
    prefix: 'devices.column.',
    values: EXPORT_COLUMNS,
    reason: 'tables, exported files and files to import name their columns alike',
  },
  { prefix: 'devices.kind.', values: DEVICE_KINDS, reason: 'kind of a device' },
  { prefix: 'devices.haMode.', values: HA_MODES, reason: 'redundancy mode of a device' },
  { prefix: 'devices.haStatus.', values: HA_STATUSES, reason: 'role in a redundant pair' },
  { prefix: 'devices.status.', values: DEVICE_STATUSES, reason: 'status of a device' },
  {
    prefix: 'devices.upgradeStatus.',
    values: UPGRADE_STATUSES,
    reason: 'upgrade status of a device',
  },
  {
    prefix: 'devices.configurationState.',
    values: CONFIGURATION_STATES,
    reason: 'configuration status of a device',
  },
  {
    prefix: 'ui.failure.',
    values: ['timeout', 'network', 'networkUnsent', 'networkUnsure', 'system'],
    reason: 'reason of a call without a usable response',
  },
  {
    prefix: 'commands.command.',
    values: COMMAND_NAMES,
    reason: 'names of commands',
  },
  {
    prefix: 'commands.state.',
    values: COMMAND_STATES,
    reason: 'how a command went',
  },
  {
    prefix: 'commands.pairState.',
    values: PAIR_STATES,
    reason: 'a wire pair in a cable test',
  },
  {
    prefix: 'commands.reason.',
    values: COMMAND_REASONS,
    reason: 'reasons for command results',
  },
  {
    prefix: 'command-pages.schedule.state.',
    values: SCHEDULE_STATES,
    reason: 'state of a scheduled command',
  },
  {
    prefix: 'command-pages.schedule.deviceState.',
    values: SCHEDULED_DEVICE_STATES,
    reason: 'state of a device in a scheduled command',
  },
  {
    prefix: 'command-pages.schedule.reason.',
    values: LEFT_OUT_REASONS,
    reason: 'why a device is left out of a scheduled command',
  },
  {
    prefix: 'firmware.column.',
    values: UPGRADE_LOG_COLUMNS,
    reason: 'the head of the exported upgrade log',
  },
  {
    prefix: 'firmware.state.',
    values: UPGRADE_STATES,
    reason: 'how an upgrade stands',
  },
  {
    prefix: 'firmware.reason.',
    values: UPGRADE_REASONS,
    reason: 'reasons for upgrade states',
  },
  { prefix: 'web-shell.end.', values: SHELL_ENDS, reason: 'why a shell session ended' },
];
