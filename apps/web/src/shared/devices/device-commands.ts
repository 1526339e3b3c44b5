import type { Device } from '@airloom/contract/devices/devices.model';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Action } from '../ui/actions/action.ts';

/** What decides which commands a device supports. */
export type CommandDevice = Pick<
  Device,
  'deviceUUID' | 'kind' | 'name' | 'model' | 'status' | 'upgradeStatus' | 'radios' | 'managedBy' | 'members'
>;

/** Actions for these devices. `done` is called after the command was sent. */
export type CommandActions = (devices: readonly CommandDevice[], done?: () => void) => readonly Action[];

/** Actions by offering feature: commands and upgrades come from features that lists and pages do not import. */
const useOffers = create<{ offers: Readonly<Record<string, CommandActions>> }>(() => ({ offers: {} }));

/** Offers actions on devices wherever devices are shown. `actions` should stay the same between renders. */
export function useOfferCommands(name: string, actions: CommandActions): void {
  useEffect(() => {
    useOffers.setState(({ offers }) => ({ offers: { ...offers, [name]: actions } }));
    return () => useOffers.setState(({ offers: { [name]: _gone, ...others } }) => ({ offers: others }));
  }, [name, actions]);
}

/** For the device page, the menu of a row and the bar above selected rows. */
export function useOfferedCommands(): CommandActions {
  const offers = useOffers((state) => state.offers);
  return useMemo(
    () => (devices, done) => Object.values(offers).flatMap((actions) => actions(devices, done)),
    [offers],
  );
}
