import { useContext } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router';

/**
 * Asks whether the person is on the way to another address at this very moment. `useNavigation` knows it only
 * once the page is drawn again, which on a busy machine is later than what a timer of this page does meanwhile.
 */
export function useLeaving(): () => boolean {
  const router = useContext(RouterContext)?.router;
  const { key } = useLocation();
  return () =>
    router !== undefined && (router.state.navigation.state !== 'idle' || router.state.location.key !== key);
}
