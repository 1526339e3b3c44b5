import { LOGGED_FIELDS, OBJECT_KINDS } from '../../packages/contract/src/accounts/operation-log.model.ts';
import { ALARM_COLUMNS } from '../../packages/contract/src/alarms/alarms.calls.ts';
import { ALARM_STATES, CLEAR_REASONS } from '../../packages/contract/src/alarms/alarms.states.ts';
import {
  ALARM_LEVELS,
  ALARM_TYPE_NAMES,
  DEFAULT_RULES,
} from '../../packages/contract/src/alarms/alarms.types.ts';
import { callTable } from '../../packages/contract/src/all-calls.ts';
import { SCREEN_LINK_STATES } from '../../packages/contract/src/big-screen/big-screen.model.ts';
import { TERMINAL_KINDS } from '../../packages/contract/src/clients/client-kinds.ts';
import { CLIENT_PROBLEMS, HINTS } from '../../packages/contract/src/clients/client-problems.ts';
import { END_REASONS, TERMINAL_LOG_COLUMNS } from '../../packages/contract/src/clients/clients.model.ts';
import { SCORE_GRADES } from '../../packages/contract/src/clients/online.model.ts';
import { PAIR_STATES } from '../../packages/contract/src/commands/cable-test.model.ts';
import { COMMAND_NAMES, COMMAND_REASONS } from '../../packages/contract/src/commands/commands.model.ts';
import { COMMAND_STATES } from '../../packages/contract/src/commands/commands.states.ts';
import {
  LEFT_OUT_REASONS,
  SCHEDULE_STATES,
  SCHEDULED_DEVICE_STATES,
} from '../../packages/contract/src/commands/schedules.states.ts';
import { DEVICE_KINDS } from '../../packages/contract/src/devices/device-classes.ts';
import { EXPORT_COLUMNS } from '../../packages/contract/src/devices/devices.calls.ts';
import { band, HA_MODES, HA_STATUSES } from '../../packages/contract/src/devices/devices.model.ts';
import {
  CONFIGURATION_STATES,
  DEVICE_STATUSES,
  UPGRADE_STATUSES,
} from '../../packages/contract/src/devices/devices.states.ts';
import { ERRORS } from '../../packages/contract/src/errors.ts';
import { UPGRADE_LOG_COLUMNS } from '../../packages/contract/src/firmware/firmware.calls.ts';
import { UPGRADE_REASONS, UPGRADE_STATES } from '../../packages/contract/src/firmware/firmware.states.ts';
import { LOGIN_PASSWORD_FAULTS } from '../../packages/contract/src/formats/people/login-password.ts';
import { SECURITY_EVENT_KINDS } from '../../packages/contract/src/identity/safety.model.ts';
import { MESSAGE_TABS, TASK_STATES } from '../../packages/contract/src/messages/messages.model.ts';
import { NOTICE_STEPS } from '../../packages/contract/src/notices/notices.model.ts';
import { NOTICE_STATES } from '../../packages/contract/src/notices/notices.states.ts';
import { QUOTA_ADVICE, QUOTA_NAMES } from '../../packages/contract/src/quotas.ts';
import { PROXY_ENDS } from '../../packages/contract/src/remote-proxy/remote-proxy.model.ts';
import { COMPARED, SITE_STATES } from '../../packages/contract/src/statistics/statistics.model.ts';
import {
  DETAIL_NAMES,
  DETAIL_WORDS,
  DEVICE_LOG_COLUMNS,
  DEVICE_LOG_TYPES,
  SEVERITIES,
} from '../../packages/contract/src/telemetry/telemetry.model.ts';
import { SHELL_ENDS } from '../../packages/contract/src/web-shell/web-shell.model.ts';

export interface DynamicKeys {
  /** The text before the value in the template that makes the key. */
  readonly prefix: string;
  /** What can follow it. */
  readonly values: readonly string[];
  readonly reason: string;
}

/** Message keys that are put together at run time, so that no source file holds them whole. */
export const DYNAMIC_KEYS: readonly DynamicKeys[] = [
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
    reason: 'a proxied page that is not shown says why',
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
    prefix: 'telemetry.column.',
    values: DEVICE_LOG_COLUMNS,
    reason: 'the head of the exported device log',
  },
  {
    prefix: 'telemetry.type.',
    values: DEVICE_LOG_TYPES,
    reason: 'types of device log entries',
  },
  {
    prefix: 'telemetry.severity.',
    values: SEVERITIES,
    reason: 'how bad it is',
  },
  {
    prefix: 'telemetry.detail.',
    values: DETAIL_NAMES,
    reason: 'details of device log entries',
  },
  {
    prefix: 'telemetry.word.',
    values: DETAIL_WORDS,
    reason: 'causes, phases and states in it',
  },
  {
    prefix: 'terminals.column.',
    values: TERMINAL_LOG_COLUMNS,
    reason: 'the head of the exported client log',
  },
  {
    prefix: 'terminals.endReason.',
    values: END_REASONS,
    reason: 'why a session of a client ended',
  },
  { prefix: 'terminal-pages.band.', values: band.options, reason: 'what a band is called' },
  {
    prefix: 'terminal-pages.kind.',
    values: TERMINAL_KINDS,
    reason: 'what a client is',
  },
  {
    prefix: 'terminal-pages.grade.',
    values: SCORE_GRADES.map(({ key }) => key),
    reason: 'how well a client is served',
  },
  {
    prefix: 'terminal-pages.hint.',
    values: HINTS.flatMap((hint) => [`${hint}.is`, `${hint}.do`]),
    reason: 'why a client is slow, and what helps',
  },
  {
    prefix: 'terminal-pages.headline.',
    values: CLIENT_PROBLEMS,
    reason: 'what is or was wrong with a client',
  },
  {
    prefix: 'terminal-pages.story.',
    values: ['joined', 'roamed', 'left'],
    reason: 'what happened to a client',
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
  { prefix: 'alarms.type.', values: ALARM_TYPE_NAMES, reason: 'what an alarm is about' },
  { prefix: 'alarms.content.', values: ALARM_TYPE_NAMES, reason: 'what became too much, as a sentence' },
  { prefix: 'alarms.page.about.', values: ALARM_TYPE_NAMES, reason: 'what a rule of this type watches' },
  { prefix: 'health.state.', values: SITE_STATES, reason: 'how a site is' },
  { prefix: 'health.status.', values: SITE_STATES, reason: 'how a site or an organization is, in a list' },
  { prefix: 'health.reason.', values: ALARM_LEVELS, reason: 'alarms of a site by level' },
  { prefix: 'health.verdict.', values: SITE_STATES, reason: 'how all sites together are' },
  {
    prefix: 'health.compared.',
    values: ['unknown', 'same', 'fresh', 'more', 'less', 'times'],
    reason: 'a figure against the one of a week ago',
  },
  {
    prefix: 'home.todos.',
    values: [
      'unclaimed',
      'upgradesFailed',
      'upgradesRunning',
      'configurationsFailed',
      'certificatesDue',
      'sitesWithoutPlace',
    ],
    reason: 'what waits for somebody',
  },
  { prefix: 'home.top.', values: COMPARED, reason: 'what is compared' },
  { prefix: 'big-screen.top.', values: COMPARED, reason: 'what is compared' },
  { prefix: 'big-screen.panel.', values: ['map', 'trends', 'tops'], reason: 'panels of the big screen' },
  {
    prefix: 'big-screen.links.state.',
    values: SCREEN_LINK_STATES,
    reason: 'states of links to the big screen',
  },
  { prefix: 'web-shell.end.', values: SHELL_ENDS, reason: 'why a shell session ended' },
  { prefix: 'big-screen.opened.', values: ['ended', 'address'], reason: 'why a link shows nothing' },
  { prefix: 'alarms.level.', values: ALARM_LEVELS, reason: 'how grave an alarm is' },
  { prefix: 'alarms.state.', values: ALARM_STATES, reason: 'whether somebody knows of an alarm' },
  { prefix: 'alarms.clearReason.', values: CLEAR_REASONS, reason: 'why an alarm is over' },
  { prefix: 'alarms.column.', values: ALARM_COLUMNS, reason: 'the head of exported alarms' },
  {
    prefix: 'notices.step.',
    values: NOTICE_STEPS.filter((step) => step !== 'digest' && step !== 'test'),
    reason: 'alarm changes in notifications',
  },
  {
    prefix: 'alarms.shipped.',
    values: Object.keys(DEFAULT_RULES),
    reason: 'a shipped rule that nobody renamed is called by its name in each language',
  },
  {
    prefix: 'messages.sentence.',
    values: [
      'exported',
      'imported',
      'importedPartly',
      'campaignEnded',
      'campaignEndedPartly',
      'invitationAccepted',
      'joined',
      'left',
      'passwordChanged',
      'twoFactorChanged',
      'enrolmentRequested',
      'ownershipDisputed',
      'trustedCaShared',
    ],
    reason: 'messages of the console, by event',
  },
  {
    prefix: 'messages.table.',
    values: [...Object.keys(callTable).filter((name) => name.startsWith('export')), 'importDevices'],
    reason: 'a file is named by the call that made or read it',
  },
  { prefix: 'messages.tab.', values: MESSAGE_TABS, reason: 'what messages are about' },
  {
    prefix: 'messages.empty.',
    values: MESSAGE_TABS.flatMap((tab) => [tab, `${tab}Text`]),
    reason: 'empty delivery logs',
  },
  { prefix: 'messages.task.', values: ['import', 'export'], reason: 'what was done with a file' },
  { prefix: 'messages.task.state.', values: TASK_STATES, reason: 'how work goes' },
  { prefix: 'notices.link.', values: ['alarm', 'device'], reason: 'links of an alarm mail' },
  { prefix: 'account.senders.', values: ['mail', 'sms'], reason: 'how messages are sent' },
  {
    prefix: 'notices-page.webhook.kinds.',
    values: ['webhook', 'slack', 'teams', 'dingtalk', 'wecom', 'feishu'],
    reason: 'what a webhook posts to',
  },
  {
    prefix: 'notices-page.fault.',
    values: [
      'noMailSender',
      'noSmsSender',
      'chatRefused',
      'answered',
      'refused',
      'webhookDeleted',
      'webhookOff',
      'timeout',
      'interrupted',
      'unreachable',
      'unknownHost',
      'certificate',
      'mailServer',
      'smsGateway',
      'other',
    ],
    reason: 'why a notice could not be sent',
  },
  { prefix: 'notices-page.state.', values: NOTICE_STATES, reason: 'what became of a notice' },
  { prefix: 'notices-page.step.', values: NOTICE_STEPS, reason: 'what a notice is about' },
  {
    prefix: 'notices-page.when.',
    values: ['atOnce', 'unconfirmed', 'hourly', 'daily'],
    reason: 'times of a notification setting',
  },
  { prefix: 'reports.', values: ['makerLeft', 'placeGone'], reason: 'why a report is sent no longer' },
  {
    prefix: 'reports.column.',
    values: [
      'time',
      'name',
      'site',
      'kind',
      'band',
      'grade',
      'seconds',
      'downBytes',
      'upBytes',
      'bytes',
      'trafficDown',
      'trafficUp',
      'clients',
      'clientsMean',
      'clientsMost',
      'utilisationPercent',
      'noise',
      'retryPercent',
      'percent',
      'onlineSeconds',
      'awaySeconds',
      'longestSeconds',
      'outages',
      'devices',
      'online',
      'terminals',
      'fresh',
      'duration',
      'mac',
      'model',
      'version',
    ],
    reason: 'the heads of exported and mailed statistics',
  },
];
