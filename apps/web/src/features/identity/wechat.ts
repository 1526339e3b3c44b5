import type { InputOf } from '@airloom/contract/call';
import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCommand } from '../../shared/api/use-call.ts';

/** WeChat signs people in on a page of its own. */
export function useGoToWechat(purpose: 'login' | 'bind'): () => void {
  const start = useCommand(identityCalls.wechatStart, { onDone: ({ url }) => location.assign(url) });
  return () => start.start({ purpose });
}

/**
 * WeChat sends people back with `?code&state`. Both are good for one use and then leave the address, where
 * `stay` takes their place: what keeps the page where it is.
 */
export function useWechatReturn(
  take: (answer: InputOf<typeof identityCalls.wechatLogin>) => void,
  stay: Readonly<Record<string, string>> = {},
): void {
  const [query, setQuery] = useSearchParams();
  const taken = useRef(false);
  const code = query.get('code');
  const state = query.get('state');
  useEffect(() => {
    if (code === null || state === null || taken.current) return;
    taken.current = true;
    setQuery(
      (current) => {
        current.delete('code');
        current.delete('state');
        for (const [name, value] of Object.entries(stay)) current.set(name, value);
        return current;
      },
      { replace: true },
    );
    take({ code, state });
  });
}
