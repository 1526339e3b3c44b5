import type { CronJob, QueuedJob } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { may, type Scope } from '../../../../platform/scope.ts';
import { NoSenderError, SendError, type Senders, shortReason } from '../../../../platform/senders/sender.ts';
import { loadScope } from '../../../people/access/index.ts';
import { nextAttempt } from '../../notices/index.ts';
import type { StatisticsContext } from '../statistics.service.ts';
import * as repository from './delivery.repository.ts';
import { type MadeReport, mailOf } from './report-mail.ts';
import { nextDue, periodOf } from './report-times.ts';
import { type StopReason, unknownPlace } from './reports.repository.ts';

const BATCH = 50;
/** Delay after a period until its last slot, hour and client minutes are counted. */
const SETTLES_MS = 10 * 60_000;
export const SEND_REPORTS = 'sendReports';

export interface DeliveryContext extends StatisticsContext, Pick<Platform, 'log'> {
  readonly senders: Senders;
}

/** Creates the mails of each due time in the transaction that schedules the next one. */
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

/** The scope of the report's creator; null if they left or lost the permission. */
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

/** Reason to stop the report; null while it can be sent. */
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

/** The report of one due time is built once for all recipients. */
class Making {
  readonly #context: DeliveryContext;
  #key = '';
  #made: MadeReport | null = null;

  constructor(context: DeliveryContext) {
    this.#context = context;
  }

  async of(maker: Scope, { reportId, period, report }: repository.Mail): Promise<MadeReport> {
    const key = `${reportId} ${period.from.getTime()} ${period.to.getTime()}`;
    if (this.#made === null || this.#key !== key) {
      this.#made = await mailOf(this.#context, maker, report, period);
      this.#key = key;
    }
    return this.#made;
  }
}

async function send(context: DeliveryContext, making: Making, mail: repository.Mail): Promise<void> {
  const { database, now, senders, log } = context;
  const maker = await makerOf(context, mail);
  const end = await endOf(context, maker, mail);
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
    const next = error instanceof NoSenderError ? null : nextAttempt(mail.attempts, now());
    await database.asSystem((tx) => repository.markFailed(tx, mail, reason, next));
    return;
  }
  await database.asSystem((tx) => repository.markSent(tx, mail, now()));
}

/**
 * Sends due mails one by one. Several processes may do so; locked mails are skipped. `underWay` are those that this
 * process is sending.
 */
export async function sendReports(context: DeliveryContext, underWay = new Set<string>()): Promise<void> {
  const { database, now } = context;
  const making = new Making(context);
  for (;;) {
    const mail = await database.asSystem((tx) => repository.takeMail(tx, now(), [...underWay]));
    if (mail === undefined) return;
    underWay.add(mail.id);
    await send(context, making, mail).finally(() => underWay.delete(mail.id));
  }
}

/** A queued job, so that a slow mail server delays no other scheduled work. */
export function reportJobs(context: DeliveryContext & Pick<Platform, 'addJob'>): {
  cron: CronJob[];
  queued: QueuedJob[];
} {
  const { database, now, addJob } = context;
  const underWay = new Set<string>();
  return {
    cron: [
      {
        name: 'planReports',
        schedule: '* * * * *',
        run: async () => {
          await planReports(context);
          if (await database.asSystem((tx) => repository.isAnyDue(tx, now()))) {
            await addJob(SEND_REPORTS, {}, SEND_REPORTS);
          }
        },
      },
    ],
    queued: [{ name: SEND_REPORTS, long: true, run: () => sendReports(context, underWay) }],
  };
}
