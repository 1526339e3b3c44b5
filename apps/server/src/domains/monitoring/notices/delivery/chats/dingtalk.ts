import { createHmac } from 'node:crypto';
import type { Letter } from '../notice-letter.ts';
import { codeIn } from './answer-code.ts';
import type { ChatRequest, ChatTarget } from './chat-request.ts';
import { cutBytes, markdownOf } from './markdown.ts';

const TEXT_MAX_BYTES = 18_000;

/** The signature of a moment in milliseconds is part of the address. */
function signedUrl(url: string, secret: string, now: Date): string {
  const timestamp = String(now.getTime());
  const signed = new URL(url);
  signed.searchParams.set('timestamp', timestamp);
  signed.searchParams.set(
    'sign',
    createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
  );
  return signed.href;
}

/** Custom bot of DingTalk. */
export function dingtalkRequest(letter: Letter, { url, secret }: ChatTarget, now: Date): ChatRequest {
  const text = cutBytes(markdownOf(letter, '\n\n'), TEXT_MAX_BYTES);
  return {
    url: secret === null ? url : signedUrl(url, secret, now),
    body: { msgtype: 'markdown', markdown: { title: letter.subject, text } },
    refusal: (answer) => codeIn(answer, 'errcode'),
  };
}
