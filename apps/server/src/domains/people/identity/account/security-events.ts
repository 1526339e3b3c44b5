import { clientKind, clientName } from '@airloom/contract/formats/device/client-name';
import type { SecurityEvent, SecurityEventKind } from '@airloom/contract/identity/safety.model';
import { FALLBACK_LANGUAGE, type Language, matchLanguage } from '@airloom/contract/languages';
import { DAY } from '@airloom/contract/time';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import { newId } from '../../../../platform/ids.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { queueMessage } from '../../../../platform/senders/queue-message.ts';
import { translate } from '../../../../platform/text/text.ts';
import { addressNetwork } from '../../../../platform/throttle/address-block.ts';
import { lockManager } from '../identity.repository.ts';
import { messageFor } from '../sign-in/contact-message.ts';
import { SECURITY_LIMITS } from '../sign-in/security-limits.ts';
import * as repository from './security-events.repository.ts';
import { isTimeZoneName } from './time-zone.ts';

type Concerned = NonNullable<Awaited<ReturnType<typeof lockManager>>>;
type Source = Pick<RequestInfo, 'address' | 'client'>;

/** Fields of an event besides time and place. */
const DETAILS: Partial<Record<SecurityEventKind, string>> = {
  emailChanged: 'contact',
  phoneChanged: 'contact',
  apiKeyCreated: 'key',
};

/**
 * Events about the security of a person's sign-in: listed for them and sent to their e-mail address, or to
 * their phone where they have no address. Both are written in the transaction of the change; a mail server that is
 * down only delays the mail.
 */
export class SecurityEvents {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Called before a change of the contact: the message goes to the previous one. */
  async note(
    tx: Transaction,
    managerId: string,
    source: Source,
    kind: SecurityEventKind,
    detail = '',
  ): Promise<void> {
    const person = await lockManager(tx, managerId);
    if (person) await this.#write(tx, person, source, { kind, detail, mailed: true });
  }

  /** A sign-in. The first one is no event, nor is one from a known network with a known kind of browser. */
  async noteSignIn(tx: Transaction, managerId: string, source: Source): Promise<void> {
    const person = await lockManager(tx, managerId);
    if (!person) return;
    const now = this.#platform.now();
    const place = { network: addressNetwork(source.address), browser: clientKind(source.client) };
    const since = new Date(now.getTime() - SECURITY_LIMITS.placeKnownMs);
    if ((await repository.recordPlace(tx, managerId, place, { since, now })) !== false) return;
    const today = new Date(now.getTime() - DAY);
    const before = await repository.countSince(tx, managerId, 'newPlace', today);
    const mailed = before < SECURITY_LIMITS.newPlaceMailsPerDay;
    await this.#write(tx, person, source, { kind: 'newPlace', detail: '', mailed });
  }

  async list(managerId: string): Promise<SecurityEvent[]> {
    const rows = await this.#platform.database.withPerson(managerId, (tx) =>
      repository.securityEventsOf(tx, managerId),
    );
    return rows.map(({ id, at, ...row }) => ({ eventUUID: id, at: at.toISOString(), ...row }));
  }

  async #write(
    tx: Transaction,
    person: Concerned,
    { address, client }: Source,
    { kind, detail, mailed }: { kind: SecurityEventKind; detail: string; mailed: boolean },
  ): Promise<void> {
    const at = this.#platform.now();
    const event = { id: newId(), kind, at, address, client, detail };
    await repository.insertSecurityEvent(tx, { managerId: person.id, ...event });
    const target = person.email ?? person.phone;
    if (target === null || !mailed) return;
    const message = messageFor(target, textOf(person, event));
    await queueMessage(tx, this.#platform.vault, message, { tenant: null });
  }
}

function textOf(
  person: Concerned,
  event: { kind: SecurityEventKind; at: Date; address: string; client: string; detail: string },
): { subject: string; body: string; sms: string } {
  const language: Language = matchLanguage(person.language) ?? FALLBACK_LANGUAGE;
  const line = (key: string, values: Readonly<Record<string, string>> = {}) =>
    translate(language, `mail.security.${key}`, values);
  const { kind, address, client, detail } = event;
  const detailKey = DETAILS[kind];
  const subject = line(`${kind}.subject`);
  const time = momentIn(person.time_zone, event.at);
  const lines = [
    line('account', { name: person.user_name }),
    line('time', { time }),
    line('address', { address }),
    ...(client === '' ? [] : [line('client', { client: clientName(client) })]),
    ...(detailKey === undefined ? [] : [line(detailKey, { detail })]),
  ];
  return {
    subject,
    body: [line(`${kind}.text`), lines.join('\n'), line(`${kind}.advice`)].join('\n\n'),
    sms: line('sms', { subject, time, address }),
  };
}

function momentIn(zone: string, at: Date): string {
  const timeZone = isTimeZoneName(zone) ? zone : 'UTC';
  // The Swedish format `2026-11-17 04:29` is readable in all languages.
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${local.format(at)} (${timeZone})`;
}
