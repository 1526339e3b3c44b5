/** Every queued job, and its data. */
export interface QueuedJobs {
  sendMessage: { sealed: string; invitationId: string | null };
  configureSite: { tenant: string | null; siteId: string };
  sendReports: Record<string, never>;
  forgetTelemetryOfAccount: { tenant: string };
  forgetTerminalsOfAccount: { tenant: string };
}

export type QueuedJobName = keyof QueuedJobs;

/** Scheduled jobs. */
export type CronJobName =
  | 'applyOffTimes'
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
  | 'deleteFailedEvents'
  | 'deleteUnusedOnAirSets'
  | 'deleteUnusedReleasedSets'
  | 'deleteUnusedSecrets'
  | 'forgetLooseImages'
  | 'forgetLoosePhotos'
  | 'forgetMaintenance'
  | 'forgetMessages'
  | 'forgetNotices'
  | 'forgetOldFailures'
  | 'forgetRefusedAttempts'
  | 'forgetRepeatedCalls'
  | 'forgetRogues'
  | 'forgetRemoteProxies'
  | 'forgetScreenLinks'
  | 'forgetShellSessions'
  | 'forgetStaleSessions'
  | 'forgetUpgrades'
  | 'listenForRogues'
  | 'planMissedNotices'
  | 'planReports'
  | 'prepareReportDays'
  | 'purgeClosedAccounts'
  | 'revertTrials'
  | 'rollUpOpenHours'
  | 'rollUpTelemetry'
  | 'rollUpTerminals'
  | 'trimOperationLog'
  | 'trimTelemetry'
  | 'trimTerminals';

/** The data of a job of this name; a scheduled one has none. */
export type JobPayload<N extends QueuedJobName | CronJobName> = N extends QueuedJobName
  ? QueuedJobs[N]
  : Record<string, never>;
