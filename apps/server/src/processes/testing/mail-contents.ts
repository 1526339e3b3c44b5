import type { ReceivedMail } from '../../platform/senders/testing/smtp-stand-in.ts';

/** Received mails by Message-ID, each delivery, without headers that differ in every mail. */
export function contentsById(mails: readonly ReceivedMail[]): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  for (const { raw, to } of mails) {
    const id = /^message-id: <([^@>]+)@/im.exec(raw)?.[1] ?? '';
    const boundary = /boundary="([^"]+)"/i.exec(raw)?.[1] ?? '';
    const text = raw.replaceAll(boundary, '').replace(/^date: .*$/im, '');
    contents.set(id, [...(contents.get(id) ?? []), `${to.join()} ${text}`]);
  }
  return contents;
}
