import { type Database, sqlBuilder } from '../database/database.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { type Message, NoSenderError, type Sender } from './sender.ts';

const KEPT = 200;

export interface DevelopmentMessage extends Message {
  readonly id: string;
  readonly at: Date;
}

/**
 * Sends nothing: shows messages, codes included, in the log and on a local page. For evaluation only. What it shows does not
 * count as sent, unless tests want that.
 */
export class DevelopmentSender implements Sender {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #countsAsSent: boolean;

  constructor(database: Database, log: Logger, countsAsSent: boolean) {
    this.#database = database;
    this.#log = log;
    this.#countsAsSent = countsAsSent;
  }

  async send(message: Message): Promise<void> {
    const { channel, target, subject, body } = message;
    await this.#database.asSystem(async (tx) => {
      await tx.run(
        sqlBuilder.insertInto('development_message').values({ id: newId(), channel, target, subject, body }),
      );
      await tx.run(sqlBuilder.deleteFrom('development_message').where('id', 'not in', newestIds()));
    });
    // A warning, because messages of a production installation must not be shown here.
    this.#log.warn(
      `DEVELOPMENT SENDER, nothing was sent: ${channel} to ${target}: ${oneLine(subject, body)}`,
    );
    if (!this.#countsAsSent) throw new NoSenderError(channel);
  }
}

/** The messages of the development sender, newest first. */
export async function developmentMessages(database: Database): Promise<DevelopmentMessage[]> {
  const rows = await database.asSystem((tx) =>
    tx.all(
      sqlBuilder
        .selectFrom('development_message')
        .select(['id', 'channel', 'target', 'subject', 'body', 'at'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT),
    ),
  );
  return rows.map((row) => ({ ...row, channel: row.channel === 'sms' ? 'sms' : 'mail' }));
}

function newestIds() {
  return sqlBuilder
    .selectFrom('development_message')
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(KEPT);
}

function oneLine(subject: string, body: string): string {
  return [subject, body]
    .join(' | ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}
