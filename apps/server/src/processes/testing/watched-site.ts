import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { AlarmSweep } from '../../domains/monitoring/alarms/evaluation/sweep.ts';
import {
  startReceiver,
  type WebhookReceiver,
} from '../../domains/monitoring/notices/testing/webhook-receiver.ts';
import { SMTP_USER, type SmtpStandIn, startSmtp } from '../../platform/senders/testing/smtp-stand-in.ts';
import { SimulatedSite } from '../../testing/simulated-site.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

export { WITHIN };

interface Row {
  readonly type: string;
  readonly device: string;
  readonly part: string;
  readonly behind: number;
  readonly ended: string | null;
}

interface Deliveries {
  /** In the console, by who reads it. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly posts: readonly string[];
  readonly mails: Readonly<Record<string, readonly string[]>>;
}

export const NOTHING_DELIVERED: Deliveries = { pages: {}, posts: [], mails: {} };

/** A simulated site at the real gateway; people and a webhook receive its alarms. */
export class WatchedSite {
  readonly server: TestServer;
  readonly site: SimulatedSite;
  readonly #smtp: SmtpStandIn;
  readonly #receiver: WebhookReceiver;
  readonly #sweep: AlarmSweep;
  #seen = { mails: 0, posts: 0, pages: 0 };

  private constructor(
    server: TestServer,
    site: SimulatedSite,
    { smtp, receiver }: { readonly smtp: SmtpStandIn; readonly receiver: WebhookReceiver },
  ) {
    this.server = server;
    this.site = site;
    this.#smtp = smtp;
    this.#receiver = receiver;
    this.#sweep = new AlarmSweep(server.platform, 'wait');
  }

  static async open(kinds: Readonly<Record<string, number>>): Promise<WatchedSite> {
    const [smtp, receiver] = await Promise.all([startSmtp(), startReceiver()]);
    const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
    const server = await startTestServer({
      GATEWAY_PORT: '0',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Airloom <airloom@example.org>',
    });
    const site = await SimulatedSite.open(server, kinds);
    const as = { as: site.owner.token };
    const url = `http://127.0.0.1:${receiver.port}/alarms`;
    const { webhookUUID } = (await server.call('createWebhook', { name: 'Tickets', url }, as)).data;
    await server.call(
      'createNoticeSetting',
      {
        name: 'Night shift',
        levels: ['urgent', 'important', 'secondary', 'notice'],
        modes: ['mail', 'webhook'],
        emails: ['night@example.org'],
        peopleUUIDs: [site.owner.managerId],
        webhookUUIDs: [webhookUUID],
      },
      as,
    );
    return new WatchedSite(server, site, { smtp, receiver });
  }

  /** All there were, oldest first. */
  alarms(): Promise<Row[]> {
    return this.site.rows(sql<Row>`
      select type, device_name as device, part, clear_reason as ended,
        (select count(*)::int from alarm_consequence because
         where because.tenant_id = alarm.tenant_id and because.alarm_id = alarm.id) as behind
      from alarm where tenant_id = ${this.site.owner.tenant} order by raised_at, device_name`);
  }

  /** As if there had been none. */
  forget(): Promise<unknown> {
    return this.site.rows(sql`delete from alarm where tenant_id = ${this.site.owner.tenant}`);
  }

  /** Time passes, in two steps; those that are up report meanwhile, and what is due is found. */
  async pass(minutes: number): Promise<void> {
    for (let half = 0; half < 2; half += 1) {
      await this.site.pass((minutes * MINUTE) / 2);
      await this.site.report();
      await this.look();
    }
  }

  /** What is due is found. */
  async look(): Promise<void> {
    await this.#sweep.sweepSites();
    await this.#sweep.sweepFlapping();
  }

  async allBack(): Promise<void> {
    await expect.poll(() => this.site.count(sql`status = 'offline'`), WITHIN).toBe(0);
  }

  /** What the webhook and people received since the last call, once all that was due is sent. */
  async deliveries(): Promise<Deliveries> {
    const { site } = this;
    await this.server.settled();
    // What comes together goes into one mail.
    await site.pass(15_000);
    const open = () =>
      site.rows(sql`select from notice where tenant_id = ${site.owner.tenant} and state = 'waiting'`);
    await expect.poll(open, WITHIN).toEqual([]);
    const mails = this.#smtp.mails.slice(this.#seen.mails).map(({ to, raw }) => ({
      to: to.join(),
      subject: /^Subject: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
    }));
    const posts = this.#receiver.posts
      .slice(this.#seen.posts)
      .map(({ body }) => String(JSON.parse(body).event));
    const messages = await site.rows(sql<{ to: string; step: string }>`
      select manager.email as "to", message.params ->> 'step' as step
      from message join manager on manager.id = message.manager_id
      where message.tenant_id = ${site.owner.tenant} and message.tab = 'notice'
      order by message.created_at, message.id`);
    const pages = Map.groupBy(messages.slice(this.#seen.pages), ({ to }) => to);
    this.#seen = {
      mails: this.#smtp.mails.length,
      posts: this.#receiver.posts.length,
      pages: messages.length,
    };
    const byPerson = Map.groupBy(mails, ({ to }) => to);
    return {
      pages: Object.fromEntries([...pages].map(([to, own]) => [to, own.map(({ step }) => step)])),
      posts,
      mails: Object.fromEntries([...byPerson].map(([to, own]) => [to, own.map(({ subject }) => subject)])),
    };
  }

  /** One notice for each person, one in the console and one for the program. */
  once(step: 'raised' | 'cleared', subject: string): Deliveries {
    const { email } = this.site.owner;
    const mail = [expect.stringContaining(subject)];
    return {
      pages: { [email]: [step] },
      posts: [`alarm.${step}`],
      mails: { 'night@example.org': mail, [email]: mail },
    };
  }

  async close(): Promise<void> {
    await this.#sweep.stop();
    await this.site.stop();
    await this.server.stop();
    await this.#receiver.stop();
    await this.#smtp.stop();
  }
}
