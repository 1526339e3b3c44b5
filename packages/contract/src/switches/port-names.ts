import { z } from 'zod';
import { SWITCH_LIMITS } from '../devices/devices.limits.ts';
import { requiredText } from '../fields.ts';

/** As the switch reports it. */
export const portName = requiredText(SWITCH_LIMITS.portNameMax);
export const portNames = z.array(portName).max(SWITCH_LIMITS.portsMax, 'validation.tooMany');

/** Ports that an action is for. */
export const portSelection = z
  .array(z.string().min(1).max(SWITCH_LIMITS.portNameMax))
  .min(SWITCH_LIMITS.selectedPortsMin, 'switches.rule.selectPort')
  .max(SWITCH_LIMITS.portsMax, 'validation.tooMany')
  .transform((ports) => [...new Set(ports)]);
