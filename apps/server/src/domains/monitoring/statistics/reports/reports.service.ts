import { isDeepStrictEqual } from 'node:util';
import type { Language } from '@airloom/contract/languages';
import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import type { ReportInput } from '@airloom/contract/statistics/statistics.rules';
import { audit, type ChangedObject, recordOperation } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { translate } from '../../../../platform/text/text.ts';
import { placeValues } from '../../../people/organizations/index.ts';
import { countRequests } from '../../notices/index.ts';
import { planMails } from './delivery.repository.ts';
import { SEND_REPORTS } from './delivery.ts';
import { dueBefore, nextDue } from './report-times.ts';
import * as repository from './reports.repository.ts';

export async function listReports(
  { database }: Platform,
  scope: Scope,
  language: Language,
): Promise<ScheduledReport[]> {
  const reports = await database.withTenant(scope, (tx) => repository.listReports(tx, scope));
  return reports.map((report) => ({ ...report, lastError: inWords(report.lastError, language) }));
}

const MAIL_REJECTED = /^(?<email>\S+): The mail server [^:]*: (?<detail>.+)$/;

/** The stored text is a stop reason, or the rejected address and the error. */
function inWords(error: string, language: Language): string {
  const stopped = repository.STOP_REASONS.find((reason) => reason === error);
  if (stopped !== undefined) return translate(language, `reports.${stopped}`);
  const refused = MAIL_REJECTED.exec(error)?.groups;
  return refused === undefined ? error : translate(language, 'reports.notTaken', refused);
}

/** A report needs a visible place. */
async function requirePlace(tx: Transaction, scope: Scope, input: ReportInput): Promise<void> {
  if (await repository.unknownPlace(tx, scope, input)) throw new Failure('notFound');
}

/** A report in the operation log of its place, before and after. */
async function loggedReport(
  tx: Transaction,
  { tenant }: Scope,
  report: { readonly id: string; readonly name: string },
  before: ReportInput | null,
  after: ReportInput | null,
): Promise<ChangedObject> {
  const given = [before, after].filter((fields) => fields !== null);
  const sites = given.flatMap(({ siteUUID }) => siteUUID ?? []);
  const organizations = given.flatMap(({ enterpriseUUID }) => enterpriseUUID ?? []);
  const places = await placeValues(tx, tenant, { sites, organizations });
  const logged = ({ siteUUID, enterpriseUUID, ...fields }: ReportInput) => ({
    ...fields,
    site: places.sites([siteUUID ?? null]),
    organization: places.organizations(enterpriseUUID === undefined ? [] : [enterpriseUUID]),
  });
  const changes = audit.values(before && logged(before), after && logged(after));
  return audit.object('report', report, { sites, organizations }, changes);
}

async function held(tx: Transaction, scope: Scope, id: string): Promise<ReportInput> {
  const report = await repository.holdReport(tx, scope, id);
  if (report === undefined) throw new Failure('notFound');
  return report;
}

const nextOf = (input: ReportInput, now: Date): Date | null => (input.enabled ? nextDue(input, now) : null);

export async function createReport(
  { database, now, quotas }: Platform,
  scope: Scope,
  input: ReportInput,
): Promise<string> {
  const id = newId();
  await database.withTenant(scope, async (tx) => {
    await requirePlace(tx, scope, input);
    await quotas.require(tx, scope, 'reports');
    await repository.insertReport(tx, scope, id, input, nextOf(input, now()));
    await recordOperation(tx, scope, await loggedReport(tx, scope, { id, name: input.name }, null, input));
  });
  return id;
}

/** Returns whether anything changed. */
export function updateReport(
  { database, now }: Platform,
  scope: Scope,
  id: string,
  input: ReportInput,
): Promise<boolean> {
  return database.withTenant(scope, async (tx) => {
    const before = await held(tx, scope, id);
    if (isDeepStrictEqual(before, input)) return false;
    await requirePlace(tx, scope, input);
    await repository.updateReport(tx, scope, id, input, nextOf(input, now()));
    await recordOperation(tx, scope, await loggedReport(tx, scope, { id, name: before.name }, before, input));
    return true;
  });
}

export async function deleteReport({ database }: Platform, scope: Scope, id: string): Promise<void> {
  await database.withTenant(scope, async (tx) => {
    const before = await held(tx, scope, id);
    await repository.deleteReport(tx, scope, id);
    await recordOperation(tx, scope, await loggedReport(tx, scope, { id, name: before.name }, before, null));
  });
}

/** Covers one period up to now. */
export async function sendReport(platform: Platform, scope: Scope, id: string): Promise<void> {
  const now = platform.now();
  await platform.database.withTenant(scope, async (tx) => {
    const report = await held(tx, scope, id);
    const lastDue = dueBefore(report, nextDue(report, now));
    const length = lastDue.getTime() - dueBefore(report, lastDue).getTime();
    const period = { from: new Date(now.getTime() - length), to: now };
    await countRequests(tx, scope, report.emails.length, now);
    await planMails(tx, scope.tenant, id, report.emails, period, now);
    await recordOperation(
      tx,
      scope,
      await loggedReport(tx, scope, { id, name: report.name }, report, report),
    );
  });
  await platform.addJob(SEND_REPORTS, {}, `${SEND_REPORTS} ${id} ${now.getTime()}`);
}
