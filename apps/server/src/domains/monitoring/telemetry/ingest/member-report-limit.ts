import { RecentMap } from './recent-map.ts';
import { secondOf } from './report-time.ts';

const EVERY_MS = 30_000;
const WINDOW_MS = 60_000;
/** Members told of in a minute, however many reports that takes: reports that were kept come all at once. */
const MEMBERS_MAX = 60_000;

interface Kept {
  second: number;
  since: number;
  members: number;
}

/** Keeps one controller, whose report is a row for each of its members, from filling the database. */
export class MemberReportLimit {
  readonly #spoken = new RecentMap<Kept>(WINDOW_MS);

  /** Whether what it says of so many members, as they were at `at`, is kept. */
  take(deviceId: string, at: number, arrival: number, members: number): boolean {
    const second = secondOf(at);
    const spoken = this.#spoken.get(deviceId, arrival);
    if (spoken === undefined) {
      this.#spoken.set(deviceId, { second, since: arrival, members }, arrival);
      return true;
    }
    const apart = Math.abs(second - spoken.second);
    // Of one second the newest report is kept, and its members with it.
    if (apart > 0 && apart < EVERY_MS) return false;
    if (Math.abs(arrival - spoken.since) >= WINDOW_MS) {
      spoken.since = arrival;
      spoken.members = 0;
    }
    if (spoken.members + members > MEMBERS_MAX) return false;
    spoken.members += members;
    spoken.second = second;
    return true;
  }
}
