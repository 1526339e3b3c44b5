import type { CallTable } from '@airloom/contract/all-calls';
import { accessExamples } from './examples/access.ts';
import { accountExamples } from './examples/accounts.ts';
import { alarmExamples } from './examples/alarms.ts';
import { bigScreenExamples } from './examples/big-screen.ts';
import { commandExamples, scheduleExamples } from './examples/commands.ts';
import { configurationExamples } from './examples/configuration.ts';
import { deviceExamples } from './examples/devices.ts';
import type { ExamplesOf } from './examples/example.ts';
import { firmwareExamples } from './examples/firmware.ts';
import { identityExamples } from './examples/identity.ts';
import { messageExamples } from './examples/messages.ts';
import { noticeExamples } from './examples/notices.ts';
import { organizationExamples } from './examples/organizations.ts';
import { portExamples } from './examples/ports.ts';
import { remoteProxyExamples } from './examples/remote-proxy.ts';
import { searchExamples } from './examples/search.ts';
import { statisticsExamples } from './examples/statistics.ts';
import { telemetryExamples } from './examples/telemetry.ts';
import { onlineTerminalExamples, terminalExamples } from './examples/terminals.ts';
import { topologyExamples } from './examples/topology.ts';
import { viewExamples } from './examples/views.ts';
import { webShellExamples } from './examples/web-shell.ts';
import { wirelessExamples } from './examples/wireless.ts';

/** A call without an example does not compile. */
export const examples: ExamplesOf<CallTable> = {
  ...identityExamples,
  ...accessExamples,
  ...organizationExamples,
  ...accountExamples,
  ...deviceExamples,
  ...telemetryExamples,
  ...portExamples,
  ...terminalExamples,
  ...onlineTerminalExamples,
  ...topologyExamples,
  ...viewExamples,
  ...commandExamples,
  ...scheduleExamples,
  ...firmwareExamples,
  ...configurationExamples,
  ...wirelessExamples,
  ...alarmExamples,
  ...noticeExamples,
  ...messageExamples,
  ...statisticsExamples,
  ...bigScreenExamples,
  ...remoteProxyExamples,
  ...webShellExamples,
  ...searchExamples,
};
