import { accessFeature } from '../features/access/access.feature.ts';
import { alarmsFeature } from '../features/alarms/alarms.feature.ts';
import { bigScreenFeature } from '../features/big-screen/big-screen.feature.ts';
import { terminalsFeature } from '../features/clients/clients.feature.ts';
import { commandsFeature } from '../features/commands/commands.feature.ts';
import { configurationFeature } from '../features/configuration/configuration.feature.ts';
import { deviceDetailFeature } from '../features/devices/detail/device-detail.feature.ts';
import { devicesFeature } from '../features/devices/devices.feature.ts';
import { addingFeature } from '../features/devices/wizard/adding.feature.ts';
import { firmwareFeature } from '../features/firmware/firmware.feature.ts';
import { homeFeature } from '../features/home/home.feature.ts';
import { accountSettingsFeature } from '../features/identity/account-settings.feature.ts';
import { logsFeature } from '../features/logs/logs.feature.ts';
import { messagesFeature } from '../features/messages/messages.feature.ts';
import { noticesFeature } from '../features/notices/notices.feature.ts';
import { organizationsFeature } from '../features/organizations/organizations.feature.ts';
import { remoteProxyFeature } from '../features/remote-proxy/remote-proxy.feature.ts';
import { statisticsFeature } from '../features/statistics/statistics.feature.ts';
import { switchesFeature } from '../features/switches/switches.feature.ts';
import { topologyFeature } from '../features/topology/topology.feature.ts';
import { webShellFeature } from '../features/web-shell/web-shell.feature.ts';
import { wirelessFeature } from '../features/wireless/wireless.feature.ts';
import type { Feature } from '../shared/routing/route-def.ts';

/** Features behind the sign-in, in the order of the sidebar. Loaded after the sign-in. */
export const insideFeatures: readonly Feature[] = [
  homeFeature,
  bigScreenFeature,
  terminalsFeature,
  topologyFeature,
  remoteProxyFeature,
  devicesFeature,
  deviceDetailFeature,
  addingFeature,
  webShellFeature,
  firmwareFeature,
  commandsFeature,
  configurationFeature,
  wirelessFeature,
  switchesFeature,
  statisticsFeature,
  alarmsFeature,
  messagesFeature,
  noticesFeature,
  logsFeature,
  organizationsFeature,
  accessFeature,
  accountSettingsFeature,
];
