import type { InputOf } from '@airloom/contract/call';
import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCommand } from '../../shared/api/use-call.ts';

type Answer = InputOf<typeof signInCalls.wechatLogin>;

const LEFT = 'leftForWechat';

/** WeChat signs people in on its own page. */
export function useGoToWechat(purpose: 'login' | 'bind'): () => void {
  const start = useCommand(signInCalls.wechatStart, {
    onDone({ url }) {
      sessionStorage.setItem(LEFT, location.search);
      location.assign(url);
    },
  });
  return () => start.start({ purpose });
}

function takeLeft(): string {
  const left = sessionStorage.getItem(LEFT) ?? '';
  sessionStorage.removeItem(LEFT);
  return left;
}

/**
 * WeChat returns with `?code&state`. Both work once: the original address is restored before
 * the answer is processed, so that the right tab or page continues.
 */
export function useWechatReturn(take: (answer: Answer) => void): void {
  const [query, setQuery] = useSearchParams();
  const held = useRef<Answer | null>(null);
  const code = query.get('code');
  const state = query.get('state');
  useEffect(() => {
    if (code !== null && state !== null) {
      if (held.current === null) setQuery(takeLeft(), { replace: true });
      held.current = { code, state };
    } else if (held.current !== null) {
      take(held.current);
      held.current = null;
    }
  });
}
