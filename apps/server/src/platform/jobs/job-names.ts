/** Every kind of work that can be put in the queue, and what it is given. */
export interface QueuedJobs {
  sendMessage: { sealed: string; invitationId: string | null };
  configureSite: { tenant: string | null; siteId: string };
  sendReports: Record<string, never>;
  forgetTelemetryOfAccount: { tenant: string };
  forgetTerminalsOfAccount: { tenant: string };
}

export type QueuedJobName = keyof QueuedJobs;

/** Work by the clock. */
export type CronJobName =
  | 'backup'
  | 'emptyBin'
  | 'endSilentTerminals'
  | 'expireInvitations'
  | 'expireTakeOvers'
  | 'forgetAlarms'
  | 'forgetClaimCodes'
  | 'forgetClosedPeople'
  | 'forgetCommands'
  | 'forgetExpiredFiles'
  | 'forgetFailedFacts'
  | 'forgetLooseImages'
  | 'forgetMaintenance'
  | 'forgetMessages'
  | 'forgetNotices'
  | 'forgetOldFailures'
  | 'forgetRogues'
  | 'forgetStaleSessions'
  | 'forgetUpgrades'
  | 'listenForRogues'
  | 'planMissedNotices'
  | 'planReports'
  | 'prepareReportDays'
  | 'purgeClosedAccounts'
  | 'rollUpOpenHours'
  | 'rollUpTelemetry'
  | 'rollUpTerminals'
  | 'trimOperationLog'
  | 'trimTelemetry'
  | 'trimTerminals';

/** What a job of this name is given; one by the clock is given nothing. */
export type JobPayload<N extends QueuedJobName | CronJobName> = N extends QueuedJobName
  ? QueuedJobs[N]
  : Record<string, never>;
