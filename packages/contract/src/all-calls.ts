import { accessCalls } from './access/access.calls.ts';
import { accountCalls } from './accounts/accounts.calls.ts';
import { alarmCalls } from './alarms/alarms.calls.ts';
import { bigScreenCalls } from './big-screen/big-screen.calls.ts';
import { API_BASE, type Call } from './call.ts';
import { terminalCalls } from './clients/clients.calls.ts';
import { onlineCalls } from './clients/online.calls.ts';
import { commandCalls } from './commands/commands.calls.ts';
import { scheduleCalls } from './commands/schedules.calls.ts';
import { settingCalls } from './configuration/configuration.calls.ts';
import { annotationCalls } from './devices/annotations.calls.ts';
import { deviceCalls } from './devices/devices.calls.ts';
import { firmwareCalls } from './firmware/firmware.calls.ts';
import { identityCalls } from './identity/identity.calls.ts';
import { registrationCalls } from './identity/registration.calls.ts';
import { safetyCalls } from './identity/safety.calls.ts';
import { signInCalls } from './identity/sign-in.calls.ts';
import { messageCalls } from './messages/messages.calls.ts';
import { noticeCalls } from './notices/notices.calls.ts';
import { organizationCalls } from './organizations/organizations.calls.ts';
import { portCalls } from './ports/ports.calls.ts';
import { remoteProxyCalls } from './remote-proxy/remote-proxy.calls.ts';
import { searchCalls } from './search/search.calls.ts';
import { reportCalls } from './statistics/reports.calls.ts';
import { statisticsCalls } from './statistics/statistics.calls.ts';
import { telemetryCalls } from './telemetry/telemetry.calls.ts';
import { topologyCalls } from './topology/topology.calls.ts';
import { viewCalls } from './views/views.calls.ts';
import { webShellCalls } from './web-shell/web-shell.calls.ts';
import { wirelessCalls } from './wireless/wireless.calls.ts';

/** Every call of the product by name: what the server mounts and the generated tests iterate over. */
export const callTable = {
  ...signInCalls,
  ...registrationCalls,
  ...identityCalls,
  ...safetyCalls,
  ...accessCalls,
  ...organizationCalls,
  ...accountCalls,
  ...deviceCalls,
  ...annotationCalls,
  ...telemetryCalls,
  ...portCalls,
  ...terminalCalls,
  ...onlineCalls,
  ...topologyCalls,
  ...viewCalls,
  ...commandCalls,
  ...scheduleCalls,
  ...webShellCalls,
  ...firmwareCalls,
  ...settingCalls,
  ...wirelessCalls,
  ...alarmCalls,
  ...noticeCalls,
  ...messageCalls,
  ...statisticsCalls,
  ...reportCalls,
  ...bigScreenCalls,
  ...remoteProxyCalls,
  ...searchCalls,
};

export type CallTable = typeof callTable;
export type CallName = keyof CallTable;

export const allCalls: Readonly<Record<string, Call>> = Object.fromEntries(
  Object.entries(callTable).map(([name, call]) => [name, { ...call, path: `${API_BASE}${call.path}` }]),
);
