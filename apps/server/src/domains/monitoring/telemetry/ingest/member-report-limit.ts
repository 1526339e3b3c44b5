import { RecentMap } from './recent-map.ts';
import { secondOf } from './report-time.ts';

const EVERY_MS = 30_000;
const WINDOW_MS = 60_000;
/** Member rows per minute, over all reports: buffered reports arrive all at once. */
const MEMBERS_MAX = 60_000;

interface Kept {
  second: number;
  since: number;
  members: number;
}

/** Limits the member rows of one controller, so that it cannot fill the database. */
export class MemberReportLimit {
  readonly #kept = new RecentMap<Kept>(WINDOW_MS);

  /** Whether the members of this report are stored. */
  take(deviceId: string, at: number, arrival: number, members: number): boolean {
    const second = secondOf(at);
    const kept = this.#kept.get(deviceId, arrival);
    if (kept === undefined) {
      this.#kept.set(deviceId, { second, since: arrival, members }, arrival);
      return true;
    }
    const apart = Math.abs(second - kept.second);
    // Of one second the newest report is stored, with its members.
    if (apart > 0 && apart < EVERY_MS) return false;
    if (Math.abs(arrival - kept.since) >= WINDOW_MS) {
      kept.since = arrival;
      kept.members = 0;
    }
    if (kept.members + members > MEMBERS_MAX) return false;
    kept.members += members;
    kept.second = second;
    return true;
  }
}
