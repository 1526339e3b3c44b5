import { DEVICE_KINDS, type DeviceKind } from '@airloom/contract/devices/device-classes';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceRowResult } from '@airloom/contract/devices/devices.model';
import type { Language } from '@airloom/contract/languages';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import {
  type ImportColumns,
  type ImportRow,
  importTemplates,
  plainName,
  refusedRows,
  valuesByName,
} from '../../../../platform/sheets/import-columns.ts';
import { importTable } from '../../../../platform/sheets/import-table.ts';
import { translate } from '../../../../platform/text/text.ts';
import { type Place, type Registered, register } from './registration.service.ts';
import type { GivenRow } from './registration.ts';

type ImportColumn = 'kind' | 'sn' | 'mac' | 'name' | 'position' | 'remark';

const COLUMNS: ImportColumns<ImportColumn> = {
  columns: ['kind', 'sn', 'mac', 'name', 'position', 'remark'],
  required: ['kind', 'mac'],
  title: (language, column) => translate(language, `devices.column.${column}`),
};

/** Import templates with headers in the person's language. */
export const DEVICE_TEMPLATES = importTemplates('devices', COLUMNS);

const kindsByName: ReadonlyMap<string, DeviceKind> = valuesByName(DEVICE_KINDS, (language, kind) =>
  translate(language, `devices.kind.${kind}`),
);

interface Imported extends Registered {
  readonly macs: string[];
}

const isRefused = ({ deviceUUID }: DeviceRowResult): boolean => deviceUUID === null;

/**
 * Registers the devices of an uploaded file; returns the refused rows, which are stored as a file, and the
 * addresses of as many accepted ones as the wizard watches.
 */
export function importDevices(
  platform: Platform,
  scope: Scope,
  language: Language,
  { fileUUID, ...place }: Place & { readonly fileUUID: string },
): Promise<Imported> {
  return importTable<ImportColumn, Imported>(platform, scope, fileUUID, {
    ...COLUMNS,
    fileKind: 'deviceImport',
    store: async (rows, progress) => {
      const { added, rows: all } = await register(platform, scope, place, rows.map(withKind), {
        counted: (count) => progress.count(count),
        registered: (tx, { added: done, rows: results }) =>
          progress.end(tx, { done, refused: results.length - done }),
      });
      const accepted = all.filter((row) => !isRefused(row)).slice(0, ADDING_LIMITS.expectedMax);
      return { added, rows: all.filter(isRefused), macs: accepted.map(({ mac }) => mac) };
    },
    refused: ({ rows }) => refusedDevices(rows, language),
  });
}

/** A kind may be named in any language. */
function withKind({ row, text }: ImportRow<ImportColumn>): GivenRow {
  return { row, text: { ...text, kind: kindsByName.get(plainName(text.kind)) ?? text.kind } };
}

function refusedDevices(rows: readonly DeviceRowResult[], language: Language) {
  if (rows.length === 0) return null;
  return refusedRows(
    COLUMNS,
    language,
    translate(language, 'devices.column.problem'),
    rows.map(({ problem, ...row }) => ({
      ...row,
      reason: problem === null ? '' : translate(language, problem.key, problem.values),
    })),
  );
}
