import { CONFIGURATION_FAULTS, type FaultSettings, FIRMWARE_FAULTS } from '../device/faults.ts';
import { type Json, numberIn, readJson, textIn, textsIn } from '../json.ts';
import type { Target } from './control.ts';

export const FAULT_NUMBERS = ['skewMs', 'slowMs', 'lateMs', 'dropPercent', 'duplicatePercent'] as const;
const NUMBERS = [...FAULT_NUMBERS, 'awayMs', 'configurationTimes'] as const;

/** Faults of some devices from the start on. */
export interface TargetedFaults {
  readonly target: Target;
  readonly faults: FaultSettings;
}

export function targetIn(command: Json): Target {
  const serial = textIn(command['serial']);
  const site = textIn(command['site']);
  const serials = textsIn(command['serials']);
  return {
    ...(serial === null ? {} : { serial }),
    ...(site === null ? {} : { site }),
    ...(serials.length === 0 ? {} : { serials }),
    ...(command['behind'] === true ? { behind: true } : {}),
  };
}

export function faultsIn(command: Json): FaultSettings {
  const figures = NUMBERS.flatMap((name) => {
    const figure = numberIn(command[name]);
    return figure === null ? [] : [[name, figure] as const];
  });
  const configuration = CONFIGURATION_FAULTS.find((one) => one === command['configuration']);
  const firmware = FIRMWARE_FAULTS.find((one) => one === command['firmware']);
  const { rejectedPath, rejectedText, losesConfiguration } = command;
  return {
    ...Object.fromEntries(figures),
    ...(configuration ? { configuration } : {}),
    ...(firmware ? { firmware } : {}),
    ...(typeof rejectedPath === 'string' || rejectedPath === null ? { rejectedPath } : {}),
    ...(typeof rejectedText === 'string' ? { rejectedText } : {}),
    ...(typeof losesConfiguration === 'boolean' ? { losesConfiguration } : {}),
  };
}

/** Text of the option `--fault`: as the command of this name. */
export function readFaults(text: string): TargetedFaults {
  const command = readJson(text);
  if (command === null) throw new Error(`--fault wants a JSON object, not ${text}`);
  return { target: targetIn(command), faults: faultsIn(command) };
}
