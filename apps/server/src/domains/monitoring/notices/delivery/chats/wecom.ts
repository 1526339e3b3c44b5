import type { Letter } from '../notice-letter.ts';
import { codeIn } from './answer-code.ts';
import type { ChatRequest, ChatTarget } from './chat-request.ts';
import { cutBytes, markdownOf } from './markdown.ts';

const CONTENT_MAX_BYTES = 4_096;

/** Group bot of WeCom. */
export function wecomRequest(letter: Letter, { url }: ChatTarget): ChatRequest {
  const content = cutBytes(markdownOf(letter, '\n'), CONTENT_MAX_BYTES);
  return {
    url,
    body: { msgtype: 'markdown', markdown: { content } },
    refusal: (answer) => codeIn(answer, 'errcode'),
  };
}
