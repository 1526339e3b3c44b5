import { createHmac } from 'node:crypto';
import type { Letter, LetterLink } from '../notice-letter.ts';
import { codeIn } from './answer-code.ts';
import type { ChatRequest, ChatTarget } from './chat-request.ts';

/** The key is the moment in seconds with the secret, and the signed text is empty. */
function signatureOf(secret: string, now: Date): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64');
  return { timestamp, sign };
}

function text(line: string): object[] {
  return [{ tag: 'text', text: line }];
}

function links(given: readonly LetterLink[]): object[][] {
  if (given.length === 0) return [];
  return [given.flatMap(({ label, url }) => [{ tag: 'a', text: label, href: url }, ...text(' ')])];
}

/** Custom bot of Feishu: a post, whose texts are plain. */
export function feishuRequest(letter: Letter, { url, secret }: ChatTarget, now: Date): ChatRequest {
  const content = [
    ...letter.entries.flatMap((entry) => [
      text(entry.title),
      ...entry.lines.map(text),
      ...links(entry.links),
    ]),
    ...(letter.more === '' ? [] : [text(letter.more)]),
    ...links(letter.links),
    ...(letter.footer === '' ? [] : [text(letter.footer)]),
  ];
  return {
    url,
    body: {
      ...(secret === null ? {} : signatureOf(secret, now)),
      msg_type: 'post',
      // The language only chooses among several versions of a post.
      content: { post: { zh_cn: { title: letter.subject, content } } },
    },
    refusal: (answer) => codeIn(answer, 'code', 'StatusCode'),
  };
}
