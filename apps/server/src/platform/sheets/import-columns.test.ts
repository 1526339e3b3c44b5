import type { Language } from '@airloom/contract/languages';
import { expect, test } from 'vitest';
import { type ImportColumns, importRows, importTemplates, refusedRows } from './import-columns.ts';

type Column = 'name' | 'size';

const COLUMNS: ImportColumns<Column> = {
  columns: ['name', 'size'],
  required: ['name'],
  title: (language: Language, column: Column) => (language === 'pl' ? `Kolumna ${column}` : `The ${column}`),
};

test('finds columns by their names in any language and order, whatever their case and spaces', () => {
  const expected = [{ row: 2, text: { name: 'Lobby', size: '3' } }];
  expect(
    importRows(COLUMNS, [
      ['Size', 'Name'],
      ['3', 'Lobby'],
    ]),
  ).toEqual(expected);
  expect(
    importRows(COLUMNS, [
      ['the  NAME ', 'kolumna size'],
      ['Lobby', '3'],
    ]),
  ).toEqual(expected);
  expect(
    importRows(COLUMNS, [
      ['name', 'other', 'size', 'name'],
      ['Lobby', 'x', '3', 'y'],
    ]),
  ).toEqual(expected);
});

test('returns null without the required columns', () => {
  expect(importRows(COLUMNS, [['size'], ['3']])).toBeNull();
  expect(importRows(COLUMNS, [])).toBeNull();
});

test('keeps the row numbers of the spreadsheet and skips empty rows', () => {
  const rows = importRows(COLUMNS, [['name'], ['a'], ['', ''], ["'=b"]]);
  expect(rows).toEqual([
    { row: 2, text: { name: 'a', size: '' } },
    { row: 4, text: { name: '=b', size: '' } },
  ]);
});

test('writes refused rows with their reason below the titles', async () => {
  const pieces = await Array.fromAsync(
    refusedRows(COLUMNS, 'pl', 'Problem', [{ name: 'a', size: '3', reason: 'Too small' }]),
  );
  expect(pieces.flat()).toEqual([
    ['Kolumna name', 'Kolumna size', 'Problem'],
    ['a', '3', 'Too small'],
  ]);
});

test('templates have the titles in the language of the person', async () => {
  const csv = importTemplates('things', COLUMNS)[1];
  expect(csv.name).toBe('things.csv');
  expect(Buffer.concat(await Array.fromAsync(csv.content('pl'))).toString()).toContain(
    'Kolumna name,Kolumna size',
  );
});
