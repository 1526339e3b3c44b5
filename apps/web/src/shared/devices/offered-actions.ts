import type { Device } from '@airloom/contract/devices/devices.model';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Action } from '../ui/actions/action.ts';

/** The fields of a device that decide which actions it offers. */
export type ActionDevice = Pick<
  Device,
  'deviceUUID' | 'kind' | 'name' | 'model' | 'status' | 'upgradeStatus' | 'radios' | 'managedBy' | 'members'
>;

/** Actions for these devices together. `done` is called once an action was sent. */
export type OfferedActions = (devices: readonly ActionDevice[], done?: () => void) => readonly Action[];

/** By feature: commands and upgrades are registered by features that device pages do not import. */
const useOffers = create<{ offers: Readonly<Record<string, OfferedActions>> }>(() => ({ offers: {} }));

/** Offers actions on devices wherever devices are shown. `actions` should stay the same between renders. */
export function useOfferActions(name: string, actions: OfferedActions): void {
  useEffect(() => {
    useOffers.setState(({ offers }) => ({ offers: { ...offers, [name]: actions } }));
    return () => useOffers.setState(({ offers: { [name]: _gone, ...others } }) => ({ offers: others }));
  }, [name, actions]);
}

/** For the head of a device's page, the menu of its row and the bar above chosen rows. */
export function useOfferedActions(): OfferedActions {
  const offers = useOffers((state) => state.offers);
  return useMemo(
    () => (devices, done) => Object.values(offers).flatMap((actions) => actions(devices, done)),
    [offers],
  );
}
