import type { Transaction } from '../../../../platform/database/database.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ReceivedItem } from '../../telemetry/index.ts';
import { publishAlarmChanges, type WatchPlatform } from '../evaluation/watch.ts';
import { suppressedDevices } from '../outages/suppression.ts';
import type { Rule } from '../rules/rule.ts';
import type { AccountRules, RulesCache } from '../rules/rules-cache.ts';
import {
  clearUndetected,
  type Detection,
  knownAddresses,
  type OwnNetworks,
  ownNetworks,
  type RogueDetection,
  refreshDetections,
  storeDetections,
} from './rogue-detection.repository.ts';

/** Time without detection after which it is gone: a distant access point is not detected in every scan. */
const GONE_MS = 24 * 60 * 60_000;
const CLEARED_AT_ONCE = 500;
/** Known networks of a site are read again after this time. */
const OWN_KNOWN_MS = 10 * 60_000;

/** Finds foreign access points that use a network name of the account, in scans of devices. */
export class RogueWatch {
  readonly #platform: WatchPlatform;
  readonly #rules: Pick<RulesCache, 'of'>;
  readonly #own = new Map<string, { readonly readAt: number; readonly networks: OwnNetworks | undefined }>();

  constructor(platform: WatchPlatform, rules: Pick<RulesCache, 'of'>) {
    this.#platform = platform;
    this.#rules = rules;
  }

  /** Joined to the ingest. */
  readonly take = async (tx: Transaction, items: readonly ReceivedItem[]): Promise<() => void> => {
    const scans = items.filter((item) => item.what === 'scan');
    if (scans.length === 0) return () => undefined;
    const rules = await this.#rules.of(tx, new Set(scans.map(({ device }) => device.tenant)));
    const rogues = await this.#rogues(
      tx,
      scans.flatMap((scan) => detectionsIn(scan, rules)),
    );
    const raised = rogues.length === 0 ? [] : await storeDetections(tx, rogues);
    await publishAlarmChanges(tx, raised);
    return () => {
      if (raised.length > 0) this.#platform.wakeOutbox();
    };
  };

  async #rogues(
    tx: Transaction,
    detections: readonly (Detection & { rules: readonly Rule[] })[],
  ): Promise<RogueDetection[]> {
    if (detections.length === 0) return [];
    await this.#readOwn(tx, detections);
    const suspects = detections.filter((one) => isSuspect(one, this.#own.get(one.siteId)?.networks));
    if (suspects.length === 0) return [];
    const [known, suppressed] = await Promise.all([
      knownAddresses(tx, suspects),
      suppressedDevices(tx, suspects, this.#platform.now()),
    ]);
    const rogues = suspects
      .filter(({ bssid, tenant }) => !known.has(`${tenant} ${bssid}`))
      .flatMap(({ rules, ...one }) =>
        rules.flatMap(({ id, levels: [first] }) =>
          first === undefined ? [] : [{ ...one, ruleId: id, level: first.level }],
        ),
      );
    await refreshDetections(
      tx,
      rogues.filter(({ deviceId }) => suppressed.has(deviceId)),
    );
    return rogues.filter(({ deviceId }) => !suppressed.has(deviceId));
  }

  /** Devices of a site scan one after the other: its networks are cached between them. */
  async #readOwn(tx: Transaction, detections: readonly Detection[]): Promise<void> {
    const now = this.#platform.now().getTime();
    for (const [siteId, { readAt }] of this.#own)
      if (Math.abs(now - readAt) > OWN_KNOWN_MS) this.#own.delete(siteId);
    const unknown = detections.filter(({ siteId }) => !this.#own.has(siteId));
    if (unknown.length === 0) return;
    const own = await ownNetworks(tx, unknown);
    for (const { siteId } of unknown) this.#own.set(siteId, { readAt: now, networks: own.get(siteId) });
  }
}

type ReceivedScan = Extract<ReceivedItem, { what: 'scan' }>;

/** Each address once, with its strongest signal. */
function detectionsIn(
  { device, entries, arrival }: ReceivedScan,
  accounts: ReadonlyMap<string, AccountRules>,
): (Detection & { rules: readonly Rule[] })[] {
  const { tenant, deviceId, siteId, kind } = device;
  const rules = accounts.get(tenant)?.planFor(kind, siteId).rogueAp ?? [];
  if (rules.length === 0 || siteId === null) return [];
  const strongest = new Map<string, Detection & { rules: readonly Rule[] }>();
  for (const { bssid, ssid, signal } of entries) {
    const known = strongest.get(bssid);
    if (ssid === '' || (known !== undefined && known.signal >= signal)) continue;
    strongest.set(bssid, { tenant, deviceId, siteId, bssid, ssid, signal, at: arrival, rules });
  }
  return [...strongest.values()];
}

function isSuspect({ ssid, bssid }: Detection, own: OwnNetworks | undefined): boolean {
  return own !== undefined && own.ssids.has(ssid) && !own.bssids.has(bssid);
}

/** Clears alarms of access points that were not detected for a day by devices that scanned. */
export async function clearGoneRogues({
  database,
  now,
  wakeOutbox,
}: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): Promise<void> {
  const at = now();
  const until = new Date(at.getTime() - GONE_MS);
  for (let gone = CLEARED_AT_ONCE; gone === CLEARED_AT_ONCE; ) {
    gone = await database.asSystem(async (tx) => {
      const ended = await clearUndetected(tx, until, at, CLEARED_AT_ONCE);
      await publishAlarmChanges(tx, ended.cleared);
      return ended.gone;
    });
  }
  wakeOutbox();
}

export function forgetRogues(platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): CronJob {
  return { name: 'forgetRogues', schedule: '*/10 * * * *', run: () => clearGoneRogues(platform) };
}
