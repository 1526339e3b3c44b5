import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceRowText } from '@airloom/contract/devices/devices.rules';
import { serialOfMac } from '@airloom/contract/devices/serial';

export const PASTED_FIELDS = ['kind', 'mac', 'sn', 'name', 'position', 'remark'] as const;
export type PastedField = (typeof PASTED_FIELDS)[number];
/** Other columns of a line, in this sequence. */
const IN_ORDER = ['sn', 'name', 'position', 'remark'] as const;

interface Words {
  /** Names of kinds and columns on screen. */
  kinds: Readonly<Record<DeviceKind, string>>;
  fields: Readonly<Record<PastedField, string>>;
  /** Kind of lines without one. */
  usualKind: DeviceKind;
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** Spreadsheets separate by tabs; typed lists by semicolons or commas. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((candidate) => line.includes(candidate));
  const cells = separator === undefined ? [line] : line.split(separator);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function kindOf(cell: string, words: Words): DeviceKind | undefined {
  const wanted = plain(cell);
  return DEVICE_KINDS.find((kind) => kind === wanted || plain(words.kinds[kind]) === wanted);
}

/** Columns of a header line; undefined when the first line is a device. */
function headOf(cells: readonly string[], words: Words): (PastedField | undefined)[] | undefined {
  const fields = cells.map((cell) =>
    PASTED_FIELDS.find((field) => field === plain(cell) || plain(words.fields[field]) === plain(cell)),
  );
  return fields.includes('mac') ? fields : undefined;
}

function blank(kind: DeviceKind): DeviceRowText {
  return { kind, sn: '', mac: '', name: '', position: '', remark: '' };
}

function byHead(cells: readonly string[], head: readonly (PastedField | undefined)[], words: Words) {
  const row = blank(words.usualKind);
  head.forEach((field, place) => {
    const cell = cells[place] ?? '';
    if (field === 'kind') row.kind = kindOf(cell, words) ?? row.kind;
    else if (field !== undefined) row[field] = cell;
  });
  return row;
}

/** Finds the address by its format and the kind by its name, at any position. */
function byForm(cells: readonly string[], words: Words): DeviceRowText {
  const row = blank(words.usualKind);
  const address = cells.findIndex((cell) => serialOfMac(cell) !== null);
  const kind = cells.findIndex((cell) => kindOf(cell, words) !== undefined);
  const others = cells.filter((_, place) => place !== kind && place !== Math.max(address, 0));
  row.kind = kindOf(cells[kind] ?? '', words) ?? row.kind;
  row.mac = cells[Math.max(address, 0)] ?? '';
  IN_ORDER.forEach((field, place) => {
    row[field] = others[place] ?? '';
  });
  return row;
}

/** Parses a pasted or typed list, one device per line, without validation. */
export function parseRows(text: string, words: Words): DeviceRowText[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map(cellsOf);
  const head = lines[0] && headOf(lines[0], words);
  return head
    ? lines.slice(1).map((cells) => byHead(cells, head, words))
    : lines.map((cells) => byForm(cells, words));
}
