import { useOfferCommands } from '../../shared/devices/device-commands.ts';
import { useShellAction } from './use-shell-action.ts';

/** Offers the shell wherever devices are shown. */
export default function ShellOffer() {
  useOfferCommands('shell', useShellAction());
  return null;
}
