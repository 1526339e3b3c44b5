/** Results of a command, with the names of the product. `sending` is the only state that is not final. */
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
