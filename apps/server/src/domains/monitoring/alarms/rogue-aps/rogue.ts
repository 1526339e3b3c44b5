import type { Transaction } from '../../../../platform/database/database.ts';
import type { CronJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TakenItem } from '../../telemetry/index.ts';
import { tellAlarms, type WatchPlatform } from '../evaluation/watch.ts';
import { quietDevices } from '../outages/suppression.ts';
import type { Rule } from '../rules/rule.ts';
import type { AccountRules, RulesCache } from '../rules/rules-cache.ts';
import {
  clearUnheard,
  type Heard,
  keepHeard,
  knownAddresses,
  noteHeard,
  type OwnNetworks,
  ownNetworks,
  type Strange,
} from './rogue.repository.ts';

/** Not heard for so long by those that listened, it is gone: one that is far away is not heard each time. */
const GONE_MS = 24 * 60 * 60_000;
const CLEARED_AT_ONCE = 500;
/** What is ours at a site is read again after so long. */
const OWN_KNOWN_MS = 10 * 60_000;

/** Finds access points that use a network's name of ours and are not ours, in what devices hear around them. */
export class RogueWatch {
  readonly #platform: WatchPlatform;
  readonly #rules: Pick<RulesCache, 'of'>;
  readonly #own = new Map<string, { readonly readAt: number; readonly networks: OwnNetworks | undefined }>();

  constructor(platform: WatchPlatform, rules: Pick<RulesCache, 'of'>) {
    this.#platform = platform;
    this.#rules = rules;
  }

  /** To be joined to the ingest. */
  readonly take = async (tx: Transaction, items: readonly TakenItem[]): Promise<() => void> => {
    const scans = items.filter((item) => item.what === 'scan');
    if (scans.length === 0) return () => undefined;
    const rules = await this.#rules.of(tx, new Set(scans.map(({ device }) => device.tenant)));
    const strange = await this.#strange(
      tx,
      scans.flatMap((scan) => heardIn(scan, rules)),
    );
    const raised = strange.length === 0 ? [] : await keepHeard(tx, strange);
    await tellAlarms(tx, raised);
    return () => {
      if (raised.length > 0) this.#platform.wakeOutbox();
    };
  };

  async #strange(
    tx: Transaction,
    heard: readonly (Heard & { rules: readonly Rule[] })[],
  ): Promise<Strange[]> {
    if (heard.length === 0) return [];
    await this.#readOwn(tx, heard);
    const suspected = heard.filter((one) => isSuspected(one, this.#own.get(one.siteId)?.networks));
    if (suspected.length === 0) return [];
    const [known, quiet] = await Promise.all([
      knownAddresses(tx, suspected),
      quietDevices(tx, suspected, this.#platform.now()),
    ]);
    const strange = suspected
      .filter(({ bssid, tenant }) => !known.has(`${tenant} ${bssid}`))
      .flatMap(({ rules, ...one }) =>
        rules.flatMap(({ id, levels: [first] }) =>
          first === undefined ? [] : [{ ...one, ruleId: id, level: first.level }],
        ),
      );
    await noteHeard(
      tx,
      strange.filter(({ deviceId }) => quiet.has(deviceId)),
    );
    return strange.filter(({ deviceId }) => !quiet.has(deviceId));
  }

  /** A site's devices listen one after the other: what is ours there is not read for each of them. */
  async #readOwn(tx: Transaction, heard: readonly Heard[]): Promise<void> {
    const now = this.#platform.now().getTime();
    for (const [siteId, { readAt }] of this.#own)
      if (Math.abs(now - readAt) > OWN_KNOWN_MS) this.#own.delete(siteId);
    const unknown = heard.filter(({ siteId }) => !this.#own.has(siteId));
    if (unknown.length === 0) return;
    const own = await ownNetworks(tx, unknown);
    for (const { siteId } of unknown) this.#own.set(siteId, { readAt: now, networks: own.get(siteId) });
  }
}

type TakenScan = Extract<TakenItem, { what: 'scan' }>;

/** Each address once, as loud as it was heard. */
function heardIn(
  { device, entries, arrival }: TakenScan,
  accounts: ReadonlyMap<string, AccountRules>,
): (Heard & { rules: readonly Rule[] })[] {
  const { tenant, deviceId, siteId, kind } = device;
  const rules = accounts.get(tenant)?.planFor(kind, siteId).rogueAp ?? [];
  if (rules.length === 0 || siteId === null) return [];
  const loudest = new Map<string, Heard & { rules: readonly Rule[] }>();
  for (const { bssid, ssid, signal } of entries) {
    const known = loudest.get(bssid);
    if (ssid === '' || (known !== undefined && known.signal >= signal)) continue;
    loudest.set(bssid, { tenant, deviceId, siteId, bssid, ssid, signal, at: arrival, rules });
  }
  return [...loudest.values()];
}

function isSuspected({ ssid, bssid }: Heard, own: OwnNetworks | undefined): boolean {
  return own !== undefined && own.ssids.has(ssid) && !own.bssids.has(bssid);
}

/** Ends the alarms about access points that were not heard for a day by those that listened. */
export async function forgetUnheard({
  database,
  now,
  wakeOutbox,
}: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): Promise<void> {
  const at = now();
  const until = new Date(at.getTime() - GONE_MS);
  for (let gone = CLEARED_AT_ONCE; gone === CLEARED_AT_ONCE; ) {
    gone = await database.asSystem(async (tx) => {
      const ended = await clearUnheard(tx, until, at, CLEARED_AT_ONCE);
      await tellAlarms(tx, ended.cleared);
      return ended.gone;
    });
  }
  wakeOutbox();
}

export function forgetRogues(platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): CronJob {
  return { name: 'forgetRogues', schedule: '*/10 * * * *', run: () => forgetUnheard(platform) };
}
