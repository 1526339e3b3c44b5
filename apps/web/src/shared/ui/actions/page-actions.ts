import { useEffect } from 'react';
import { create } from 'zustand';
import type { Action } from './action.ts';

/** What the page on screen can do, for the command palette. */
export const usePageActions = create<{ actions: readonly Action[] }>(() => ({ actions: [] }));

export function useOfferCommands(actions: readonly Action[]): void {
  useEffect(() => {
    usePageActions.setState({ actions });
  });
  useEffect(() => () => usePageActions.setState({ actions: [] }), []);
}
