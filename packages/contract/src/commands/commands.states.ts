/** The results of a command exactly as the product names them. `sending` is the only one that goes on. */
export const COMMAND_STATES = [
  'sending',
  'success',
  'sendFailed',
  'ackTimeout',
  'deviceOffline',
  'deviceBusy',
  'configurationFailure',
  'responseTimeout',
  'commandError',
  'acConfigurationFailed',
  'parameterError',
  'gatewayConfigurationFailed',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

export const COMMAND_TRANSITIONS: Readonly<Record<CommandState, readonly CommandState[]>> = {
  sending: COMMAND_STATES.filter((state) => state !== 'sending'),
  success: [],
  sendFailed: [],
  ackTimeout: [],
  deviceOffline: [],
  deviceBusy: [],
  configurationFailure: [],
  responseTimeout: [],
  commandError: [],
  acConfigurationFailed: [],
  parameterError: [],
  gatewayConfigurationFailed: [],
};

export function isOver(state: CommandState): boolean {
  return COMMAND_TRANSITIONS[state].length === 0;
}
