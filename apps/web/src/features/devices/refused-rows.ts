import type { DeviceRowResult } from '@airloom/contract/devices/devices.model';

/** Columns of the import template, so that a corrected file can be imported. */
const ROW_FIELDS = ['kind', 'sn', 'mac', 'name', 'position', 'remark'] as const;
export type RowField = (typeof ROW_FIELDS)[number];

interface Words {
  /** Column names of the template. */
  fields: Readonly<Record<RowField, string>>;
  kinds: Readonly<Record<string, string>>;
  row: string;
  problem: string;
  reason(row: DeviceRowResult): string;
}

/** Refused rows as a table for correction. */
export function refusedTable(refused: readonly DeviceRowResult[], words: Words): string[][] {
  const { fields, kinds } = words;
  return [
    [words.row, ...ROW_FIELDS.map((field) => fields[field]), words.problem],
    ...refused.map((row) => [
      String(row.row),
      ...ROW_FIELDS.map((field) => (field === 'kind' ? (kinds[row.kind] ?? row.kind) : row[field])),
      words.reason(row),
    ]),
  ];
}
