import { macSearchOf } from '@airloom/contract/clients/client-mac';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { serialOfMac } from '@airloom/contract/devices/serial';
import type { Page } from '@airloom/contract/paging';
import type { MacTableRow } from '@airloom/contract/ports/ports.model';
import type { LearnedAddresses } from '@airloom/device-protocol/model';
import type { PageRequest } from '../../../platform/database/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { deviceRefs } from '../../network/devices/index.ts';
import { clientNames } from '../clients/index.ts';
import { readLastReport, readMacTable, type StoredReport } from './last-report.repository.ts';

type Request = PageRequest & { readonly deviceUUID: string; readonly port?: string | undefined };
type Learned = Pick<MacTableRow, 'mac' | 'port' | 'vlan' | 'isUplink'>;
type Named = Pick<MacTableRow, 'device' | 'client'>;

const collator = new Intl.Collator('en', { numeric: true });

/** The forwarding table of the newest report; none for an offline device. */
export function listMacTable(
  { database, now }: Platform,
  scope: Scope,
  { deviceUUID, port, search, sort, page, size }: Request,
): Promise<Page<MacTableRow>> {
  return database.withTenant(scope, async (tx) => {
    const { last, status } = await readLastReport(tx, scope, deviceUUID);
    if (last === null || !isConnected(status)) return { total: 0, rows: [] };
    const table = await readMacTable(tx, scope, deviceUUID);
    const all = learnedIn(table, last.report).filter((row) => port === undefined || row.port === port);
    const macs = [...new Set(all.map(({ mac }) => mac))];
    const [devices, clients] = await Promise.all([
      deviceRefs(
        tx,
        scope,
        macs.flatMap((mac) => serialOfMac(mac) ?? []),
      ),
      may(scope, 'authuserOnline_view') ? clientNames(tx, scope, macs, now()) : new Map<string, never>(),
    ]);
    const namesOf = (mac: string): Named => {
      const device = devices.get(serialOfMac(mac) ?? '');
      return {
        device:
          device === undefined
            ? null
            : { deviceUUID: device.deviceUUID, kind: device.kind, name: device.name },
        client: clients.get(mac) ?? null,
      };
    };
    const named = all.map((row): MacTableRow => ({ ...row, ...namesOf(row.mac) }));
    const found = search === '' ? named : named.filter(matching(search));
    const sorted = found.toSorted(orderOf(sort));
    return { total: found.length, rows: sorted.slice((page - 1) * size, page * size) };
  });
}

function learnedIn(macTable: readonly LearnedAddresses[], { ports = [] }: StoredReport): Learned[] {
  const uplinks = new Set(ports.filter(({ uplink }) => uplink).map(({ name }) => name));
  return macTable.flatMap(({ port, vlan, macs }) =>
    macs.map((mac) => ({ mac, port, vlan, isUplink: uplinks.has(port) })),
  );
}

/** In any notation of the address, or a part of a name, IP address or port. */
function matching(search: string): (row: MacTableRow) => boolean {
  const digits = macSearchOf(search)?.digits ?? null;
  const text = search.toLowerCase();
  return ({ mac, port, device, client }) =>
    (digits !== null && mac.replaceAll(':', '').includes(digits)) ||
    [port, device?.name, client?.name, client?.ip].some((part) => part?.toLowerCase().includes(text));
}

function byPort(one: MacTableRow, other: MacTableRow): number {
  return collator.compare(one.port, other.port) || collator.compare(one.mac, other.mac);
}

function orderOf(sort = 'port'): (one: MacTableRow, other: MacTableRow) => number {
  const down = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace('-', '');
  if (field === 'mac') return (one, other) => down * collator.compare(one.mac, other.mac);
  if (field === 'vlan') {
    return (one, other) => down * ((one.vlan ?? 0) - (other.vlan ?? 0)) || byPort(one, other);
  }
  return (one, other) => down * byPort(one, other);
}
