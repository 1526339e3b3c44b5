import { useMemo } from 'react';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import type { Asked } from './use-asked.ts';

const DEVICES = '/device/all';
const ONLINE = '/monitor/onlineUser';
const LOGS = '/alarm/logs';

type Filters = Readonly<Record<string, string>>;

function address(path: string, filters: Filters): string {
  const query = new URLSearchParams(filters);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Where figures lead; nowhere for whoever may not see that, and where a list would be about another place. */
export function useLinks({ agrees, linkToSite }: Pick<Asked, 'agrees' | 'linkToSite'>) {
  const lists = useHolds('all_device') && agrees;
  const terminals = useHolds('authuserOnline_view');
  const logs = useHolds('device_manage') && agrees;
  const online = terminals && agrees;
  return useMemo(
    () => ({
      site: linkToSite,
      device: devicePage,
      devices: (filters: Filters = {}) => (lists ? address(DEVICES, filters) : undefined),
      online: (filters: Filters = {}) => (online ? address(ONLINE, filters) : undefined),
      terminal: (mac: string) => (terminals ? terminalPage(mac) : undefined),
      log: (tab: 'device' | 'terminal') => (logs ? address(LOGS, { tab }) : undefined),
    }),
    [linkToSite, lists, online, terminals, logs],
  );
}

export type Links = ReturnType<typeof useLinks>;
