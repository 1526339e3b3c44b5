import type { WebhookKind } from '@airloom/contract/notices/notices.model';
import type { Letter } from '../notice-letter.ts';
import { dingtalkRequest } from './dingtalk.ts';
import { feishuRequest } from './feishu.ts';
import { slackRequest } from './slack.ts';
import { teamsRequest } from './teams.ts';
import { wecomRequest } from './wecom.ts';

export type ChatKind = Exclude<WebhookKind, 'webhook'>;

export interface ChatTarget {
  readonly url: string;
  /** Null without a signature. */
  readonly secret: string | null;
}

export interface ChatRequest {
  readonly url: string;
  readonly body: object;
  /** The error code in a successful answer; null when the chat took the message. */
  refusal(answer: string): string | null;
}

type Format = (letter: Letter, target: ChatTarget, now: Date) => ChatRequest;

const FORMATS: Readonly<Record<ChatKind, Format>> = {
  slack: slackRequest,
  teams: teamsRequest,
  dingtalk: dingtalkRequest,
  wecom: wecomRequest,
  feishu: feishuRequest,
};

/** A notification in the format of a chat, signed where the chat requires it. */
export function chatRequest(kind: ChatKind, letter: Letter, target: ChatTarget, now: Date): ChatRequest {
  return FORMATS[kind](letter, target, now);
}
