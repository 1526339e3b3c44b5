import { useMemo } from 'react';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import { type AllowedLists, linksOf } from '../links.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

/** Links of figures; undefined without permission or without a matching list. */
export function useLinks({ place, linkToSite }: Pick<StatisticsRequest, 'place' | 'linkToSite'>) {
  const opens = useHolds('device_manage');
  const lists = useHolds('all_device') && opens;
  const terminals = useHolds('authuserOnline_view');
  const logs = useHolds('device_manage');
  return useMemo(() => {
    const held: AllowedLists = { lists, logs };
    return {
      ...linksOf(place, held),
      site: linkToSite,
      device: devicePage,
      terminal: (mac: string) => (terminals ? terminalPage(mac) : undefined),
    };
  }, [linkToSite, place, lists, terminals, logs]);
}

export type Links = ReturnType<typeof useLinks>;
