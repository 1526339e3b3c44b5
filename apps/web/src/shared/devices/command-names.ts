import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { Cable, Eraser, ScanSearch, SquareTerminal } from 'lucide-react';
import type { Drawing } from '../ui/Icon.tsx';
import type { Tone } from '../ui/StatusDot.tsx';

export const COMMAND_ICONS: Readonly<Record<CommandName, Drawing>> = {
  configure: 'settings',
  upgrade: 'upgrade',
  reboot: 'reboot',
  locate: 'locate',
  reonline: 'reonline',
  factoryReset: Eraser,
  requestState: 'refresh',
  ping: 'ping',
  wifiScan: 'scan',
  trace: ScanSearch,
  script: SquareTerminal,
  releaseClients: 'disconnect',
  powerCycle: 'reboot',
  cableTest: Cable,
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
