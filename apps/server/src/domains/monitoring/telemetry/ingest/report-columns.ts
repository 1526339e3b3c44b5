import type { Band, MemberSample, RadioSample, Report } from '@airloom/device-protocol/model';

/** An array element in PostgreSQL syntax. */
export type Cell = number | 'NULL';

const SMALLINT = { least: -32_768, most: 32_767 };
const INTEGER = { least: -2_147_483_648, most: 2_147_483_647 };
const BIGINT = { least: 0, most: Number.MAX_SAFE_INTEGER };
const REAL = { least: -1e30, most: 1e30 };

type Bounds = typeof SMALLINT;

/** Clamps a reported figure to the range of its column. */
function bounded(value: number | null, { least, most }: Bounds): Cell {
  if (value === null || Number.isNaN(value)) return 'NULL';
  return Math.min(most, Math.max(least, value));
}

function whole(value: number | null, bounds: Bounds): Cell {
  return value === null ? 'NULL' : bounded(Math.round(value), bounds);
}

/** Bands of a network as bits. */
export const BAND_BIT: Readonly<Record<Band, number>> = { '2G': 1, '5G': 2, '6G': 4 };

const BAND_NUMBER: Readonly<Record<Band, number>> = { '2G': 2, '5G': 5, '6G': 6 };
const BANDS_BY_NUMBER = new Map<number | null, Band>([
  [2, '2G'],
  [5, '5G'],
  [6, '6G'],
]);

export function bandOfNumber(number: number | null): Band | null {
  return BANDS_BY_NUMBER.get(number) ?? null;
}

/** Number of radios that a report row holds. */
export const RADIOS = 3;

type Column<T> = readonly [name: string, type: string, value: (from: T) => Cell];

const UNIT: readonly Column<Report>[] = [
  ['rx_bytes', 'bigint', ({ uplink }) => whole(uplink?.rxBytes ?? null, BIGINT)],
  ['tx_bytes', 'bigint', ({ uplink }) => whole(uplink?.txBytes ?? null, BIGINT)],
  ['uptime', 'int', ({ unit }) => whole(unit.uptimeSeconds, INTEGER)],
  ['cpu', 'real', ({ unit }) => bounded(unit.cpuPercent, REAL)],
  ['memory', 'real', ({ unit }) => bounded(unit.memoryPercent, REAL)],
  ['temperature', 'real', ({ unit }) => bounded(unit.temperature, REAL)],
  ['power', 'real', ({ power }) => bounded(power?.usedWatts ?? null, REAL)],
  ['clients', 'smallint', ({ clients }) => whole(clients.length, SMALLINT)],
  ['members_online', 'smallint', ({ members }) => membersOnline(members)],
  ['ports_up', 'smallint', ({ ports }) => portsUp(ports)],
];

function membersOnline(members: Report['members']): Cell {
  return members.length === 0 ? 'NULL' : members.reduce((sum, member) => sum + (member.online ? 1 : 0), 0);
}

function portsUp(ports: Report['ports']): Cell {
  return ports.length === 0 ? 'NULL' : ports.reduce((sum, port) => sum + (port.linked ? 1 : 0), 0);
}

const RADIO: readonly Column<RadioSample>[] = [
  ['rx_bytes', 'bigint', ({ traffic }) => whole(traffic.rxBytes, BIGINT)],
  ['tx_bytes', 'bigint', ({ traffic }) => whole(traffic.txBytes, BIGINT)],
  ['band', 'smallint', (radio) => BAND_NUMBER[radio.band]],
  ['channel', 'smallint', ({ channel }) => whole(channel, SMALLINT)],
  ['tx_power', 'smallint', ({ txPower }) => whole(txPower, SMALLINT)],
  ['utilisation', 'smallint', ({ utilisationPercent }) => whole(utilisationPercent, SMALLINT)],
  ['noise', 'smallint', ({ noise }) => whole(noise, SMALLINT)],
  ['clients', 'smallint', ({ clients }) => whole(clients, SMALLINT)],
];

function radioColumns<T extends { readonly radios: readonly RadioSample[] }>(): Column<T>[] {
  return Array.from({ length: RADIOS }, (_, index) =>
    RADIO.map(
      ([name, type, value]): Column<T> => [
        `r${index}_${name}`,
        type,
        ({ radios }) => {
          const radio = radios.find((one) => one.index === index);
          return radio === undefined ? 'NULL' : value(radio);
        },
      ],
    ),
  ).flat();
}

/** Columns of `device_report`. */
export const REPORT_COLUMNS: readonly Column<Report>[] = [...UNIT, ...radioColumns<Report>()];

/** Columns of a member's report. */
export const MEMBER_COLUMNS: readonly Column<MemberSample>[] = [
  ['uptime', 'int', ({ uptimeSeconds }) => whole(uptimeSeconds, INTEGER)],
  ['clients', 'smallint', ({ clients }) => whole(clients, SMALLINT)],
  ...radioColumns<MemberSample>(),
];

export const CONFIG_VERSION: Column<Report> = [
  'config_version',
  'int',
  ({ configVersion }) => whole(configVersion, INTEGER),
];

/** Columns that lists show. */
export const LAST_COLUMNS: readonly Column<Report>[] = [
  ...UNIT.filter(([name]) => ['uptime', 'cpu', 'memory', 'temperature', 'clients'].includes(name)),
  CONFIG_VERSION,
];
