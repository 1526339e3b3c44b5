import { type ContextType, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router';
import { onDialog } from './feedback/confirm.ts';
import { isNarrow } from './use-narrow.ts';

export type Router = NonNullable<ContextType<typeof RouterContext>>['router'];

let router: Router | undefined;

/** Returns what is called once the layer is closed. Wide windows have room for a page beside its drawers. */
function openLayer(close: () => boolean): () => void {
  const known = router;
  if (known === undefined || !isNarrow()) return () => undefined;
  let isClosed = false;
  let release = () => {
    isClosed = true;
  };
  async function start(at: Router): Promise<void> {
    const history = await import('./layer-history.ts');
    if (!isClosed) release = history.openLayer(at, close);
  }
  void start(known);
  return () => release();
}

/** Once, for the pages behind the sign-in. */
export function useLayerRouter(): void {
  const known = useContext(RouterContext)?.router;
  useEffect(() => {
    router = known;
    onDialog(openLayer);
  }, [known]);
}

/** On a phone Back closes a drawer, dialog or sheet and stays on the page; `close` may refuse with false. */
export function useLayer(open: boolean, close: () => boolean | void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? openLayer(() => latest.current() !== false) : undefined), [open]);
}
