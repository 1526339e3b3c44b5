import { z } from 'zod';
import { defineLive } from '../live.ts';

/** Remote proxies were created, used or ended: their list is read again. */
export const remoteProxiesChanged = defineLive({
  name: 'remoteProxiesChanged',
  permission: 'remote_proxy',
  payload: z.object({}),
});
