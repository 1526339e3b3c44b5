import type { CronJob, QueuedJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { may, type Scope } from '../../../../platform/scope.ts';
import type { Senders } from '../../../../platform/senders/open-senders.ts';
import { SendError, shortReason } from '../../../../platform/senders/sender.ts';
import { loadScope } from '../../../people/access/index.ts';
import { nextAttempt } from '../../notices/index.ts';
import type { Ground } from '../statistics.service.ts';
import * as repository from './delivery.repository.ts';
import { type MadeReport, mailOf } from './report-mail.ts';
import { nextDue, periodOf } from './report-times.ts';
import { type StopReason, unknownPlace } from './reports.repository.ts';

const BATCH = 50;
/** What a period held is counted this long after it: the last slot and hour of it, and clients' last minutes. */
const SETTLES_MS = 10 * 60_000;
export const SEND_REPORTS = 'sendReports';

export interface DeliveryGround extends Ground, Pick<Platform, 'log'> {
  readonly senders: Senders;
}

/** Every time a report was due becomes its mails, in the transaction that moves it on to the next. */
export async function planReports({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  for (let planned = BATCH; planned === BATCH; ) {
    planned = await database.asSystem(async (tx) => {
      const at = now();
      const due = await repository.holdDue(tx, at, BATCH);
      for (const report of due) {
        let to = report.nextAt > at ? nextDue(report, at) : report.nextAt;
        for (; to <= at; to = nextDue(report, to)) {
          const settled = new Date(to.getTime() + SETTLES_MS);
          await repository.planMails(
            tx,
            report.tenant,
            report.id,
            report.emails,
            periodOf(report, to),
            settled,
          );
        }
        await repository.setNext(tx, report, to);
      }
      return due.length;
    });
  }
}

/** Whose view a report shows; null when they are here no longer, or may not see it any more. */
function makerOf(
  { database }: Pick<Platform, 'database'>,
  { tenant, membershipId }: repository.Mail,
): Promise<Scope | null> {
  return database.asSystem(async (tx) => {
    const loaded = await loadScope(tx, tenant, membershipId);
    if (loaded === undefined || loaded.disabled || loaded.closed) return null;
    const origin = { address: '', call: SEND_REPORTS, requestId: '' };
    return may(loaded.scope, 'statistics') ? { ...loaded.scope, origin } : null;
  });
}

/** Why nothing can be shown any more; null while it can. */
async function endOf(
  { database }: Pick<Platform, 'database'>,
  maker: Scope | null,
  { report: { enterpriseUUID, siteUUID } }: repository.Mail,
): Promise<StopReason | null> {
  if (maker === null) return 'makerLeft';
  const unknown = await database.withTenant(maker, (tx) =>
    unknownPlace(tx, maker, { enterpriseUUID, siteUUID }),
  );
  return unknown ? 'placeGone' : null;
}

/** Those of one time are made once, for all whom they go to. */
class Making {
  readonly #ground: DeliveryGround;
  #key = '';
  #made: MadeReport | null = null;

  constructor(ground: DeliveryGround) {
    this.#ground = ground;
  }

  async of(maker: Scope, { reportId, period, report }: repository.Mail): Promise<MadeReport> {
    const key = `${reportId} ${period.from.getTime()} ${period.to.getTime()}`;
    if (this.#made === null || this.#key !== key) {
      this.#made = await mailOf(this.#ground, maker, report, period);
      this.#key = key;
    }
    return this.#made;
  }
}

async function send(ground: DeliveryGround, making: Making, mail: repository.Mail): Promise<void> {
  const { database, now, senders, log } = ground;
  const maker = await makerOf(ground, mail);
  const end = await endOf(ground, maker, mail);
  if (maker === null || end !== null) {
    await database.asSystem((tx) => repository.stopReport(tx, mail, end ?? 'makerLeft'));
    return;
  }
  try {
    const words = await making.of(maker, mail);
    await senders.mail.send({ channel: 'mail', target: mail.email, id: mail.id, ...words });
  } catch (error) {
    const reason = error instanceof SendError ? error.message : shortReason(error);
    log.warn({ report: mail.reportId, reason }, 'a report could not be sent');
    const next = nextAttempt(mail.attempts, now());
    await database.asSystem((tx) => repository.markFailed(tx, mail, reason, next));
    return;
  }
  await database.asSystem((tx) => repository.markSent(tx, mail, now()));
}

/**
 * Sends what is due, one after the other. Several may do so: what one has taken, the others pass over. `underWay` are
 * those that this process is sending.
 */
export async function sendReports(ground: DeliveryGround, underWay = new Set<string>()): Promise<void> {
  const { database, now } = ground;
  const making = new Making(ground);
  for (;;) {
    const mail = await database.asSystem((tx) => repository.takeMail(tx, now(), [...underWay]));
    if (mail === undefined) return;
    underWay.add(mail.id);
    await send(ground, making, mail).finally(() => underWay.delete(mail.id));
  }
}

/** A mail server that keeps one waiting holds up those who send, and no other work by the clock. */
export function reportJobs(ground: DeliveryGround & Pick<Platform, 'addJob'>): {
  cron: CronJob[];
  queued: QueuedJob[];
} {
  const { database, now, addJob } = ground;
  const underWay = new Set<string>();
  return {
    cron: [
      {
        name: 'planReports',
        schedule: '* * * * *',
        run: async () => {
          await planReports(ground);
          if (await database.asSystem((tx) => repository.isAnyDue(tx, now()))) {
            await addJob(SEND_REPORTS, {}, SEND_REPORTS);
          }
        },
      },
    ],
    queued: [{ name: SEND_REPORTS, long: true, run: () => sendReports(ground, underWay) }],
  };
}
