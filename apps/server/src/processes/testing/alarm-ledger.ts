type Query = <R extends object>(text: string, values?: unknown[]) => Promise<R[]>;

interface Alarm {
  readonly id: string;
  readonly siteId: string;
  /** As a test writes it down; what the clock of a device says only where a device said it. */
  readonly entry: string;
}

export async function readAlarms(query: Query): Promise<Alarm[]> {
  const rows = await query<{
    id: string;
    type: string;
    deviceId: string;
    siteId: string;
    raisedAt: Date;
    clearedAt: Date | null;
  }>(`select id, type, device_id as "deviceId", site_id as "siteId", raised_at as "raisedAt",
             cleared_at as "clearedAt" from alarm`);
  return rows.map(({ id, type, deviceId, siteId, raisedAt, clearedAt }) => {
    const cleared = clearedAt?.toISOString() ?? 'goes on';
    const times = type === 'highCpu' || clearedAt === null ? ` ${raisedAt.toISOString()} ${cleared}` : '';
    return { id, siteId, entry: `${type} ${deviceId}${times}` };
  });
}

interface Notice {
  readonly mode: string;
  readonly messageId: string;
  /** Somebody died over it: it may have arrived twice. */
  readonly interrupted: boolean;
  readonly entry: string;
}

export async function readNotices(query: Query): Promise<Notice[]> {
  const rows = await query<{
    alarmId: string;
    step: string;
    mode: string;
    state: string;
    messageId: string;
    error: string;
  }>(`select alarm_id as "alarmId", step, mode, state, message_id as "messageId", error from notice`);
  return rows.map(({ alarmId, step, mode, state, messageId, error }) => ({
    mode,
    messageId,
    interrupted: error === 'interrupted',
    entry: `${alarmId} ${step} ${mode} ${state}`,
  }));
}

/** Deliveries that a cleared alarm must have had, by channel. */
export function noticesOf({ id }: Alarm, modes: readonly string[]): string[] {
  return modes.flatMap((mode) => ['raised', 'cleared'].map((step) => `${id} ${step} ${mode} sent`));
}

/** By notice, what stands in the console. */
export async function readMessages(query: Query): Promise<string[]> {
  const rows = await query<{ once: string }>(`select once from message where tab = 'notice'`);
  return rows.map(({ once }) => once.replace('notice ', ''));
}

/** Deliveries that are still pending. */
export async function unsettled(query: Query): Promise<object | undefined> {
  const [row] = await query(`
    select (select count(*)::int from outbox) as facts,
      (select count(*)::int from notice where state = 'waiting') as notices`);
  return row;
}
