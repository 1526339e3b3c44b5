import { ERRORS } from '../../packages/contract/src/errors.ts';
import { LOGIN_PASSWORD_FAULTS } from '../../packages/contract/src/formats/login-password.ts';
import {
  DEVICE_LOG_COLUMNS,
  DEVICE_LOG_TYPES,
  SEVERITIES,
} from '../../packages/contract/src/telemetry/telemetry.model.ts';
import { END_REASONS, TERMINAL_LOG_COLUMNS } from '../../packages/contract/src/terminals/terminals.model.ts';

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
    prefix: 'errors.',
    values: Object.keys(ERRORS),
    reason: 'the envelope carries the text of the error that a call failed with',
  },
  {
    prefix: 'validation.password.',
    values: LOGIN_PASSWORD_FAULTS,
    reason: 'the rule of chosen passwords tells which part of it was broken',
  },
  {
    prefix: 'ui.failure.',
    values: ['timeout', 'network', 'system'],
    reason: 'a call that got no usable answer says what kept it from one',
  },
  {
    prefix: 'telemetry.column.',
    values: DEVICE_LOG_COLUMNS,
    reason: 'the head of the exported device log',
  },
  {
    prefix: 'telemetry.type.',
    values: DEVICE_LOG_TYPES,
    reason: 'what an entry of the device log tells of',
  },
  {
    prefix: 'telemetry.severity.',
    values: SEVERITIES,
    reason: 'how bad it is',
  },
  {
    prefix: 'terminals.column.',
    values: TERMINAL_LOG_COLUMNS,
    reason: 'the head of the exported terminal log',
  },
  {
    prefix: 'terminals.endReason.',
    values: END_REASONS,
    reason: 'why a session of a client ended',
  },
];
