import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { read, utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import type { Cell } from './cell.ts';
import { csvOf, readCsv } from './csv.ts';
import { readSheetSafely } from './read-sheet.ts';
import { storedArchive } from './stored-archive.ts';
import { unpackArchive } from './unpack-archive.ts';
import { xlsxOf } from './xlsx.ts';

async function* table(...rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}

describe('CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠sum', "'＠sum"],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\ufeff@sum', "'\ufeff@sum"],
    [' \u2060+1', "' \u2060+1"],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('%j', async (cell, written) => {
    expect((await buffer(csvOf(table([cell, 7, null])))).toString()).toBe(`\uFEFF${written},7,\r\n`);
  });

  test('written CSV is read back unchanged', () => {
    expect(readCsv(Buffer.from('a,"b ""c"", d"\r\n"two\nlines",x\n'))).toEqual([
      ['a', 'b "c", d'],
      ['two\nlines', 'x'],
      [''],
    ]);
  });

  test('an unterminated quote does no harm', () => {
    expect(readCsv(Buffer.from('"a,b\nc,d'))[1]).toEqual(['c', 'd']);
  });

  test('reads GB 18030 of older Excel in China', () => {
    expect(readCsv(Buffer.from([0xc3, 0xfb, 0xb3, 0xc6]))).toEqual([['名称']]);
  });
});

test('a workbook contains its cells', async () => {
  const text = '<&>"\u0001 中文 \ud800';
  const book = read(await buffer(xlsxOf(table(['=1+1', text], [1.5, null], ['x', 2]))), { type: 'buffer' });
  const sheet = book.Sheets['1'];
  if (!sheet) throw new Error('no sheet');
  expect(utils.sheet_to_json(sheet, { header: 1, blankrows: true })).toEqual([
    ['=1+1', '<&>" 中文 \ufffd'],
    [1.5],
    ['x', 2],
  ]);
});

async function* broken(): AsyncGenerator<Cell[][]> {
  yield [['one']];
  throw new Error('the database went away');
}

test('an error while rows are read is thrown', async () => {
  await expect(buffer(xlsxOf(broken()))).rejects.toThrow('the database went away');
});

const MEGABYTE = 1024 * 1024;

/** 2.5 million cells in 4,000 rows, which compress to almost nothing. */
async function* manyCells(): AsyncGenerator<Cell[][]> {
  const row = Array.from({ length: 620 }, () => 1);
  for (let nth = 0; nth < 4_000; nth += 100) yield Array.from({ length: 100 }, () => row);
}

/** An archive of one file with a wrong small size. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(200 * 1024 * 1024));
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(10, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(10, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}

/** The offset of the local header of the last entry. */
function lastEntry(archive: Buffer): number {
  return archive.lastIndexOf(Buffer.from('PK\u0003\u0004'));
}

describe('malicious files', () => {
  test('an archive is measured by its unpacked size, whatever it declares', async () => {
    const archive = bomb();
    expect(archive.length).toBeLessThan(300_000);
    expect(unpackArchive(archive, MEGABYTE, 10_000)).toBe('tooLarge');
    expect(await readSheetSafely('one', { bytes: archive, rowsMax: 10 })).toBe('tooLarge');
  });

  test('an archive is limited by its bytes and by its tags', () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a']]), 'one');
    const archive = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }));
    expect(unpackArchive(archive, MEGABYTE, 10_000)).toContainEqual(
      expect.objectContaining({ name: Buffer.from('xl/workbook.xml') }),
    );
    expect(unpackArchive(archive, 1_000, 10_000)).toBe('tooLarge');
    expect(unpackArchive(archive, MEGABYTE, 10)).toBe('tooLarge');
    expect(unpackArchive(archive.subarray(0, 200), MEGABYTE, 10_000)).toBe('unreadable');
  });

  /** More bytes than a workbook may have, compressed to almost nothing. */
  const LARGE = deflateRawSync(Buffer.alloc(40 * MEGABYTE, '<row/>'));

  /** A workbook whose sheet is compressed although the directory lists it as stored. */
  async function contradicting(): Promise<Buffer> {
    const entries = unpackArchive(await buffer(xlsxOf(table(['a']))), MEGABYTE, 10_000);
    if (typeof entries === 'string') throw new Error(entries);
    const sheet = Buffer.from('xl/worksheets/sheet1.xml');
    const archive = storedArchive(
      entries.map((entry) => (entry.name.equals(sheet) ? { ...entry, content: LARGE } : entry)),
    );
    archive.writeUInt16LE(8, lastEntry(archive) + 8);
    return archive;
  }

  test('a local header that contradicts the directory is refused before anything is unpacked', async () => {
    const archive = await contradicting();
    expect(unpackArchive(archive, MEGABYTE, 10_000)).toBe('unreadable');
    expect(await readSheetSafely('one', { bytes: archive, rowsMax: 10 })).toBe('unreadable');
  });

  test('a local header that names another file is refused', () => {
    const archive = storedArchive([{ name: Buffer.from('a.xml'), content: Buffer.from('<a/>') }]);
    expect(unpackArchive(archive, MEGABYTE, 10)).toHaveLength(1);
    archive.write('b', 30);
    expect(unpackArchive(archive, MEGABYTE, 10)).toBe('unreadable');
  });

  test('entries that share their content are refused', () => {
    const entry = { name: Buffer.from('a.xml'), content: Buffer.from('<a/>') };
    const archive = storedArchive([entry, entry]);
    expect(unpackArchive(archive, MEGABYTE, 10)).toHaveLength(2);
    const second = archive.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    archive.writeUInt32LE(0, second + 42);
    expect(unpackArchive(archive, MEGABYTE, 10)).toBe('unreadable');
  });

  test('bytes behind the declared end of an entry do not reach the parser', async () => {
    const entries = unpackArchive(await buffer(xlsxOf(table(['a', 'b']))), MEGABYTE, 10_000);
    if (typeof entries === 'string') throw new Error(entries);
    const archive = storedArchive(entries);
    // A larger size in the local header of the sheet, which is the last entry.
    const local = lastEntry(archive);
    archive.writeUInt32LE(archive.readUInt32LE(local + 18) + 60, local + 18);
    expect(await readSheetSafely('one', { bytes: archive, rowsMax: 10 })).toEqual({ rows: [['a', 'b']] });
  });

  test('a nested archive is not unpacked', async () => {
    const inner = await buffer(xlsxOf(table(['inner'])));
    const archive = storedArchive([{ name: Buffer.from('Index.zip'), content: inner }]);
    expect(await readSheetSafely('one', { bytes: archive, rowsMax: 10 })).toBe('unreadable');
  });

  test('a workbook of 100 kB with millions of cells is refused within seconds', async () => {
    const archive = await buffer(xlsxOf(manyCells()));
    expect(archive.length).toBeLessThan(130_000);
    const started = performance.now();
    expect(await readSheetSafely('one', { bytes: archive, rowsMax: 5_000 })).toBe('tooLarge');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('a CSV of millions of cells is refused', async () => {
    const bytes = Buffer.alloc(3 * MEGABYTE, ',');
    expect(await readSheetSafely('one', { bytes, rowsMax: 5_000 })).toBe('tooLarge');
  });

  test.each([
    Buffer.alloc(0),
    Buffer.from('PK\u0003\u0004'),
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000, 65)]),
  ])('is refused and does not end the server: %j', async (bytes) => {
    const outcome = await readSheetSafely('one', { bytes, rowsMax: 10 });
    expect(outcome === 'unreadable' || (typeof outcome === 'object' && outcome.rows.length === 0)).toBe(true);
  });
});

test('files of another account do not wait behind those of one account', async () => {
  const ended: string[] = [];
  const readFor = async (account: string) => {
    await readSheetSafely(account, { bytes: Buffer.from('a,b'), rowsMax: 10 });
    ended.push(account);
  };
  await Promise.all([...Array.from({ length: 12 }, () => readFor('busy')), readFor('other')]);
  // It is read as the fourth file; in order of arrival it would end last, or next to last.
  expect(ended.indexOf('other')).toBeLessThan(10);
});
