import type { VirtualKinds } from '@airloom/contract/devices/virtual.calls';
import { HOUR, MINUTE } from '@airloom/contract/time';
import type { Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { makeClaimCode } from '../claims/claims.service.ts';
import { deleteFleetCodes, type StoredFleet, storedFleets } from './virtual-fleets.repository.ts';

const CODE_VALID_MS = HOUR;
/** A code that ends sooner is replaced. */
const CODE_LEFT_MS = 10 * MINUTE;

/** What the process that simulates a fleet needs to know. */
export interface VirtualFleet {
  readonly id: string;
  readonly seed: number;
  readonly kinds: VirtualKinds;
  readonly site: { readonly name: string; readonly timeZone: string; readonly countryCode: string };
  /** For devices without a certificate; null when all of them have been online. */
  readonly code: string | null;
}

export interface IssuedCode {
  readonly code: string;
  readonly expiresAt: Date;
}

/** The fleets of all accounts. `codes` keeps the codes that this process issued, by fleet. */
export function virtualFleetsToRun(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  codes: Map<string, IssuedCode>,
): Promise<VirtualFleet[]> {
  return database.asSystem(async (tx) => {
    const fleets: VirtualFleet[] = [];
    for (const stored of await storedFleets(tx)) {
      const id = `${stored.tenant}.${stored.siteId}`;
      const { seed, siteName, timeZone, countryCode } = stored;
      fleets.push({
        id,
        seed,
        kinds: { ap: stored.aps, switch: stored.switches, gateway: stored.gateways },
        site: { name: siteName, timeZone, countryCode },
        code: stored.enrolled >= devicesOf(stored) ? null : await codeFor(tx, id, stored, codes, now()),
      });
    }
    return fleets;
  });
}

function devicesOf({ aps, switches, gateways }: StoredFleet): number {
  return aps + switches + gateways;
}

async function codeFor(
  tx: Transaction,
  id: string,
  fleet: StoredFleet,
  codes: Map<string, IssuedCode>,
  now: Date,
): Promise<string> {
  const issued = codes.get(id);
  if (issued !== undefined && issued.expiresAt.getTime() - now.getTime() > CODE_LEFT_MS) return issued.code;
  const { tenant, siteId, createdBy: manager } = fleet;
  await deleteFleetCodes(tx, { tenant }, siteId);
  const expiresAt = new Date(now.getTime() + CODE_VALID_MS);
  // A device whose process ended before it stored its certificate enrols again.
  const uses = 10 * devicesOf(fleet);
  const code = await makeClaimCode(
    tx,
    { tenant, manager },
    { id: newId(), siteId, uses, expiresAt, virtual: true },
  );
  codes.set(id, { code, expiresAt });
  return code;
}
