import type { DeviceRowResult } from '@airloom/contract/devices/devices.model';
import type { DeviceRowText } from '@airloom/contract/devices/devices.rules';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { shareSite } from '../../../people/organizations/index.ts';
import { makeConfigurations } from '../configuration/configurations.service.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { requireGroupInSite } from '../groups.repository.ts';
import { requireOperable } from '../reach.ts';
import { insertDevices, takenIdentities } from './registration.repository.ts';
import { added, type GivenRow, taken, tooMany, validateRows } from './registration.ts';

export interface Place {
  readonly siteUUID: string;
  readonly groupUUID: string | null;
}

export interface Registered {
  readonly added: number;
  /** In the sequence of the list. */
  readonly rows: DeviceRowResult[];
}

export function addDevices(
  platform: Platform,
  scope: Scope,
  place: Place,
  rows: readonly DeviceRowText[],
): Promise<Registered> {
  return register(
    platform,
    scope,
    place,
    rows.map((text, index) => ({ row: index + 1, text })),
  );
}

/** Observer of a registration. */
export interface RegistrationObserver {
  counted(rows: number): void;
  /** Called in the transaction that registers them. */
  registered(tx: Transaction, all: Registered): Promise<void>;
}

const AT_ONCE = 200;

/** Registers every valid row; invalid ones do not affect the others. */
export function register(
  platform: Platform,
  scope: Scope,
  { siteUUID, groupUUID }: Place,
  given: readonly GivenRow[],
  watcher?: RegistrationObserver,
): Promise<Registered> {
  const { good, refused } = validateRows(given);
  requireOperable(
    scope,
    good.map(({ kind }) => kind),
  );
  return changeDevices(platform, scope, async (tx) => {
    const site = await shareSite(tx, scope, siteUUID);
    if (!site) throw new Failure('notFound');
    await requireGroupInSite(tx, scope, groupUUID, siteUUID);
    const { serials, sns } = await takenIdentities(tx, scope, good);
    const free = good.filter(({ serial, sn }) => !serials.has(serial) && !sns.has(sn));
    const maximum = platform.quotas.limit('openRegistrations');
    const room = await platform.quotas.room(tx, scope, 'openRegistrations');
    const devices = free.slice(0, room).map((row) => ({ ...row, id: newId() }));
    watcher?.counted(given.length - devices.length);
    await platform.quotas.require(tx, scope, 'devices', { adding: devices.length });
    const now = platform.now();
    const inserted = new Set<string>();
    for (let from = 0; from < devices.length; from += AT_ONCE) {
      const some = devices.slice(from, from + AT_ONCE);
      const ids = await insertDevices(tx, scope, { siteId: siteUUID, groupId: groupUUID }, some, now);
      await makeConfigurations(tx, scope, [...ids], {
        reason: 'claimed',
        by: scope.manager,
        at: now,
      });
      for (const id of ids) inserted.add(id);
      watcher?.counted(some.length);
    }
    const results = [
      ...refused,
      ...good
        .filter(({ serial, sn }) => serials.has(serial) || sns.has(sn))
        .map((row) => taken(row, serials.has(row.serial) ? 'mac' : 'sn')),
      ...free.slice(room).map((row) => tooMany(row, maximum)),
      ...devices.map((device) => (inserted.has(device.id) ? added(device, device.id) : taken(device, 'mac'))),
    ];
    const registered = devices.filter(({ id }) => inserted.has(id));
    const answer = { added: inserted.size, rows: results.toSorted((a, b) => a.row - b.row) };
    await watcher?.registered(tx, answer);
    if (inserted.size > 0)
      await publishEvent(tx, scope.tenant, 'DevicesRegistered', { deviceIds: [...inserted] });
    return {
      change:
        registered.length === 0
          ? null
          : registered.map(({ id, name, kind }) => loggedDevice({ id, name, kind, site_id: siteUUID })),
      answer,
    };
  });
}
