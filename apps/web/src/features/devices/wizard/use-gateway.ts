import { useSession } from '../../../shared/session/session-store.ts';
import { usualGateway } from '../enrol-commands.ts';

/** Host and port at which devices reach this console. */
export function useGateway(): string {
  const known = useSession((state) => state.urls?.gatewayAddress);
  return known || usualGateway(window.location.hostname);
}
