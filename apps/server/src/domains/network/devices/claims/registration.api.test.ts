import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { upload } from '../../../../testing/upload.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
});

test('registers valid rows, and returns the problems of the others', async () => {
  const first = await server.call(
    'addDevices',
    { siteUUID: estate.bar, rows: [{ kind: 'ac', sn: 'AC1', mac: '020000000001', name: 'there already' }] },
    estate.as,
  );
  expectSuccess(first);
  const answer = await server.call(
    'addDevices',
    {
      siteUUID: estate.lobby,
      rows: [
        { kind: 'ap', sn: 'WL12345AB105XXXXX1', mac: '02-00-00-00-00-02' },
        { kind: 'ap', sn: 'WLABC', mac: '02-00-00-00-00-03' },
        { kind: 'ac', mac: '02:00:00:00:00:02', name: 'twin' },
        { kind: 'ac', mac: '0200.0000.0001', name: 'taken address' },
        { kind: 'ac', sn: 'AC1', mac: '020000000004', name: 'taken number' },
        { kind: 'switch', mac: '020000000005' },
        { kind: 'gateway', mac: 'none', name: 'x'.repeat(31) },
      ],
    },
    estate.as,
  );
  expect(answer.data.added).toBe(1);
  expect(
    answer.data.rows.map(({ row, problem }) => problem && [row, problem.field, problem.key, problem.values]),
  ).toEqual([
    null,
    [2, 'sn', 'validation.capSn', {}],
    [3, 'mac', 'validation.deviceTwice', { row: 1 }],
    [4, 'mac', 'validation.deviceTaken', {}],
    [5, 'sn', 'validation.deviceTaken', {}],
    [6, 'name', 'validation.required', { minimum: 1 }],
    [7, 'mac', 'validation.mac', {}],
  ]);
  const [ap] = (await server.call('listDevices', { siteUUID: estate.lobby }, estate.as)).data.rows;
  expect(ap).toMatchObject({
    name: 'WL12345AB105XXXXX1',
    mac: '02-00-00-00-00-02',
    status: 'neverConnected',
    configurationState: 'unmanaged',
  });
});

test('refuses a group of another site', async () => {
  const group = await server.call('createGroup', { siteUUID: estate.bar, name: 'Bar APs' }, estate.as);
  const { groupUUID } = group.data;
  const rows = [{ kind: 'ac' as const, mac: '020000000001' }];
  expectFailure(
    await server.call('addDevices', { siteUUID: estate.lobby, groupUUID, rows }, estate.as),
    'groupElsewhere',
  );
});

function workbook(rows: string[][], bookType: 'xlsx' | 'biff8'): Buffer<ArrayBuffer> {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'devices');
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

const ENGLISH = ['Kind', 'SN', 'MAC', 'Name', 'Position', 'Remark'];

async function imported(bytes: Buffer<ArrayBuffer>) {
  const fileUUID = await upload(server, estate.owner.token, 'deviceImport', bytes);
  return server.call('importDevices', { fileUUID, siteUUID: estate.lobby }, estate.as);
}

describe('import', () => {
  test.each([
    ['xlsx', () => workbook([ENGLISH, ['Access point', '', '02-00-00-00-01-01', 'one', 'hall', '']], 'xlsx')],
    ['xls', () => workbook([ENGLISH, ['Access point', '', '02-00-00-00-01-01', 'one', 'hall', '']], 'biff8')],
    ['csv', () => Buffer.from('Kind,MAC,Name,Position\r\nAccess point,02-00-00-00-01-01,one,hall\r\n')],
    ['csv in Chinese', () => Buffer.from('类型;MAC 地址;名称;位置\n接入点;020000000101;one;hall')],
    [
      'csv in Polish',
      () =>
        Buffer.from('\uFEFFRodzaj\tAdres MAC\tNazwa\tPołożenie\nPunkt dostępowy\t020000000101\tone\thall\n'),
    ],
    [
      'csv in Spanish',
      () => Buffer.from('Tipo,Dirección MAC,Nombre,Ubicación\n"Punto de acceso",020000000101,"one",hall\n'),
    ],
  ])('%s', async (_, file) => {
    const answer = await imported(file());
    expectSuccess(answer);
    expect(answer.data).toMatchObject({ added: 1, rows: [], macs: [expect.any(String)] });
    const [row] = (await server.call('listDevices', {}, estate.as)).data.rows;
    expect(row).toMatchObject({ kind: 'ap', name: 'one', position: 'hall', mac: '02-00-00-00-01-01' });
  });

  test('refused rows have the row number of the spreadsheet', async () => {
    const answer = await imported(
      workbook(
        [
          ENGLISH,
          ['Access point', '', '020000000201', 'good', '', ''],
          ['', '', '', '', '', ''],
          ['Toaster', '', '020000000202', 'odd', '', ''],
          ['Switch', '', '020000000203', '', '', ''],
          ['Access point', '', '020000000201', 'again', '', ''],
        ],
        'xlsx',
      ),
    );
    expect(answer.data.added).toBe(1);
    expect(answer.data.rows.map(({ row, problem }) => [row, problem?.field, problem?.key])).toEqual([
      [4, 'kind', 'validation.deviceKind'],
      [5, 'name', 'validation.required'],
      [6, 'mac', 'validation.deviceTwice'],
    ]);
  });

  test('returns a refused row completely, and imports it after correction', async () => {
    const rows = ['Toaster,SN1,02-00-00-00-04-01,=odd,hall 1,by the door', 'Switch,,020000000402,,,'];
    const titles = 'Kind,SN,MAC,Name,Position,Remark';
    const { data } = await imported(Buffer.from([titles, ...rows].join('\n')));
    expect(data.rows).toMatchObject([
      {
        row: 2,
        kind: 'Toaster',
        sn: 'SN1',
        mac: '02-00-00-00-04-01',
        name: '=odd',
        position: 'hall 1',
        remark: 'by the door',
        deviceUUID: null,
      },
      { row: 3, kind: 'switch', position: '', remark: '' },
    ]);
    const lines = data.rows.map(({ sn, mac, position, remark }, index) =>
      ['Switch', sn, mac, `'-${index}`, position, remark].join(','),
    );
    const again = await imported(Buffer.from([titles, ...lines].join('\n')));
    expect(again.data).toMatchObject({ added: 2, rows: [], macs: [expect.any(String), expect.any(String)] });
    const listed = (await server.call('listDevices', { sort: 'mac' }, estate.as)).data.rows;
    expect(listed.map(({ name, position, remark }) => [name, position, remark])).toEqual([
      ['-0', 'hall 1', 'by the door'],
      ['-1', '', ''],
    ]);
  });

  test.each([
    ['something else', Buffer.from([0, 1, 2, 3, 0, 0]), 'importUnreadable'],
    ['half a workbook', workbook([ENGLISH], 'xlsx').subarray(0, 900), 'importUnreadable'],
    ['no titles', Buffer.from('one,two\nthree,four\n'), 'importWithoutColumns'],
    ['too many rows', Buffer.from(`Kind,MAC\n${'ap,020000000001\n'.repeat(5_001)}`), 'importTooManyRows'],
  ] as const)('%s', async (_, bytes, failure) => expectFailure(await imported(Buffer.from(bytes)), failure));

  test('returns notFound for a file of another person', async () => {
    const other = await buildEstate(server);
    const bytes = Buffer.from('Kind,MAC\nap,020000000001\n');
    const fileUUID = await upload(server, other.owner.token, 'deviceImport', bytes);
    expectFailure(
      await server.call('importDevices', { fileUUID, siteUUID: estate.lobby }, estate.as),
      'notFound',
    );
  });

  test('returns the template in the requested language, and understands its names', async () => {
    const response = await fetch(`${server.url}/templates/devices.csv?language=pl`);
    const titles = (await response.text()).trim();
    expect(titles).toContain('Adres MAC');
    const answer = await imported(Buffer.from(`${titles}\r\nBrama,,020000000301,brama,,\r\n`));
    expect(answer.data).toMatchObject({ added: 1, rows: [], macs: [expect.any(String)] });
    expect(
      (await fetch(`${server.url}/templates/devices.xlsx`)).headers.get('content-disposition'),
    ).toContain('devices.xlsx');
    expect((await fetch(`${server.url}/templates/other.xlsx`)).status).toBe(404);
  });
});
