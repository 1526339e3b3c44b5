import type { InputOf } from '@airloom/contract/call';
import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../shared/api/call.ts';
import { CallFailure } from '../../shared/api/call-failure.ts';
import { type Issue, issuesOfSchema } from '../../shared/form/issues.ts';
import type { SentCode } from './sent-code.ts';
import { useCountdown } from './use-countdown.ts';

type CodeRequest = InputOf<typeof signInCalls.sendCode>;

export interface CodeSender {
  /** The contact of the last code; null before the first. */
  readonly sentTo: string | null;
  /** False: the console has no sender for it. */
  readonly isSent: boolean;
  /** Until the next one may be requested. */
  readonly seconds: number;
  readonly pending: boolean;
  send(): void;
}

/** The contact in stored form, or null after showing its error in the form. */
export function checkedContact(
  rule: z.ZodType<string>,
  typed: string,
  refuse: (issue: Issue) => void,
): string | null {
  const result = rule.safeParse(typed);
  if (result.success) return result.data;
  const issue = issuesOfSchema(result.error.issues)[''];
  if (issue) refuse(issue);
  return null;
}

interface SenderOptions {
  /** The request, or null when there is no contact yet. */
  request(): { readonly input: CodeRequest; readonly to: string } | null;
  /** A code sent before this page opened: when the next may be requested, and its contact. */
  before?: SentCode | undefined;
}

export function useCodeSender({ request, before }: SenderOptions): CodeSender {
  const [sentTo, setSentTo] = useState<string | null>(before?.to ?? null);
  const [isSent, setIsSent] = useState(before?.isSent ?? true);
  const [pending, setPending] = useState(false);
  const countdown = useCountdown(before?.until);

  async function send(): Promise<void> {
    const wanted = request();
    if (wanted === null || pending) return;
    setPending(true);
    try {
      const answer = await call(signInCalls.sendCode, wanted.input);
      setSentTo(wanted.to);
      setIsSent(answer.isSent);
      countdown.start(answer.retryAfter);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.data.retryAfter !== undefined) countdown.start(error.data.retryAfter);
    } finally {
      setPending(false);
    }
  }

  return { sentTo, isSent, seconds: countdown.seconds, pending, send: () => void send() };
}
