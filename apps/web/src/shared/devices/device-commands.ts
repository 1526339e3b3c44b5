import type { Device } from '@airloom/contract/devices/devices.model';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Action } from '../ui/actions/action.ts';

/** What must be known of a device to say what it can be told to do. */
export type CommandDevice = Pick<
  Device,
  'deviceUUID' | 'kind' | 'name' | 'model' | 'status' | 'upgradeStatus' | 'radios' | 'managedBy' | 'members'
>;

/** What these devices can be told to do together. `done` is called once they were told. */
export type CommandActions = (devices: readonly CommandDevice[], done?: () => void) => readonly Action[];

/** By whom they are offered: orders and upgrades come from features that lists and pages know nothing of. */
const useOffers = create<{ offers: Readonly<Record<string, CommandActions>> }>(() => ({ offers: {} }));

/** Offers actions on devices wherever devices are shown. `actions` should stay the same between renders. */
export function useOfferCommands(name: string, actions: CommandActions): void {
  useEffect(() => {
    useOffers.setState(({ offers }) => ({ offers: { ...offers, [name]: actions } }));
    return () => useOffers.setState(({ offers: { [name]: _gone, ...others } }) => ({ offers: others }));
  }, [name, actions]);
}

/** For the head of a device's page, the menu of its row and the bar above chosen rows. */
export function useOfferedCommands(): CommandActions {
  const offers = useOffers((state) => state.offers);
  return useMemo(
    () => (devices, done) => Object.values(offers).flatMap((actions) => actions(devices, done)),
    [offers],
  );
}
