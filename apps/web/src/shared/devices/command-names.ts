import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { IconName } from '../ui/Icon.tsx';
import type { Tone } from '../ui/StatusDot.tsx';

export const COMMAND_ICONS: Readonly<Record<CommandName, IconName>> = {
  configure: 'settings',
  upgrade: 'upgrade',
  reboot: 'reboot',
  locate: 'locate',
  reonline: 'reonline',
  factoryReset: 'factoryReset',
  requestState: 'refresh',
  ping: 'ping',
  wifiScan: 'scan',
  trace: 'trace',
  script: 'script',
  releaseClients: 'disconnect',
};

export const COMMAND_TONES: Readonly<Record<CommandState, Tone>> = {
  sending: 'processing',
  success: 'ok',
  sendFailed: 'error',
  ackTimeout: 'error',
  deviceOffline: 'offline',
  deviceBusy: 'warn',
  configurationFailure: 'error',
  responseTimeout: 'error',
  commandError: 'error',
  acConfigurationFailed: 'error',
  parameterError: 'error',
  gatewayConfigurationFailed: 'error',
};
