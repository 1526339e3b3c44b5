import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type DeviceRowResult, deviceKind, type Problem } from '@airloom/contract/devices/devices.model';
import { type DeviceRowText, deviceRow } from '@airloom/contract/devices/devices.rules';
import { macOfSerial } from '@airloom/contract/devices/serial';
import type { z } from 'zod';
import { invalidInput } from '../../../../platform/http/invalid-input.ts';

/** A row as received, with its number. */
export interface GivenRow {
  readonly row: number;
  /** `kind` is the original text if it is no known kind. */
  readonly text: Omit<DeviceRowText, 'kind'> & { readonly kind: string };
}

/** A valid row. */
export interface GoodRow {
  readonly row: number;
  readonly kind: DeviceKind;
  readonly serial: string;
  readonly sn: string;
  readonly name: string;
  readonly position: string;
  readonly remark: string;
}

/** Sequence in which problems are reported: identifying fields first. */
const FIELDS = ['kind', 'mac', 'sn', 'name', 'position', 'remark'] as const;

/** Validates rows and finds duplicates within the list. The first of two duplicates is accepted. */
export function validateRows(given: readonly GivenRow[]): {
  readonly good: GoodRow[];
  readonly refused: DeviceRowResult[];
} {
  const good: GoodRow[] = [];
  const refused: DeviceRowResult[] = [];
  const seen = { serial: new Map<string, number>(), sn: new Map<string, number>() };
  for (const { row, text } of given) {
    const validated = validate(row, text);
    const problem = 'problem' in validated ? validated.problem : twice(validated);
    if ('problem' in validated || problem !== null) {
      refused.push({ row, ...text, deviceUUID: null, problem });
      continue;
    }
    seen.serial.set(validated.serial, row);
    if (validated.sn !== '') seen.sn.set(validated.sn, row);
    good.push(validated);
  }
  return { good, refused };

  function twice({ serial, sn }: GoodRow): Problem | null {
    const bySerial = seen.serial.get(serial);
    if (bySerial !== undefined)
      return { field: 'mac', key: 'validation.deviceTwice', values: { row: bySerial } };
    const bySn = seen.sn.get(sn);
    return bySn === undefined ? null : { field: 'sn', key: 'validation.deviceTwice', values: { row: bySn } };
  }
}

function validate(row: number, text: GivenRow['text']): GoodRow | { readonly problem: Problem } {
  const { data: kind } = deviceKind.safeParse(text.kind);
  if (kind === undefined) {
    return { problem: { field: 'kind', key: 'validation.deviceKind', values: {} } };
  }
  const parsed = deviceRow(kind).safeParse(text);
  if (!parsed.success) return { problem: firstProblem(parsed.error.issues) };
  const { mac: serial, sn, name, position, remark } = parsed.data;
  return { row, kind, serial, sn, name, position, remark };
}

function firstProblem(issues: readonly z.core.$ZodIssue[]): Problem {
  const { fields = {} } = invalidInput(issues).data;
  for (const field of FIELDS) {
    const found = fields[field];
    if (found !== undefined) return { field, ...found };
  }
  return { field: null, key: 'validation.invalid', values: {} };
}

export function added(row: GoodRow, deviceUUID: string): DeviceRowResult {
  return { ...shown(row), deviceUUID, problem: null };
}

/** A device of the account has this MAC address or serial number. */
export function taken(row: GoodRow, field: 'mac' | 'sn'): DeviceRowResult {
  return { ...shown(row), deviceUUID: null, problem: { field, key: 'validation.deviceTaken', values: {} } };
}

/** Too many devices of the account never connected. */
export function tooMany(row: GoodRow, maximum: number): DeviceRowResult {
  return {
    ...shown(row),
    deviceUUID: null,
    problem: { field: null, key: 'validation.openRegistrations', values: { maximum } },
  };
}

function shown({ row, kind, sn, serial, name, position, remark }: GoodRow) {
  return { row, kind, sn, mac: macOfSerial(serial), name, position, remark };
}
