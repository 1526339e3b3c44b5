import type { SwitchSettings } from '../document.ts';
import type { CompileInput, Contributor, Report } from './contributor.ts';
import { snoopsDhcp, type WantedPort, wantedPorts } from './switch-ports.ts';

/** What concerns several ports of a switch: isolation between them, and DHCP of ports that are not trusted. */
export const switching: Contributor = (input, report) => {
  if (input.kind !== 'switch') return {};
  // The contributor of the ports reports what they cannot do.
  const wanted = wantedPorts(input, () => undefined);
  reportKeptAddress(input, report);
  const parts: SwitchSettings = {
    ...isolationOf(wanted, report),
    ...(snoopsDhcp(wanted) ? { 'dhcp-snooping': { 'dhcp-snoop-enable': true } } : {}),
  };
  return Object.keys(parts).length === 0 ? {} : { switch: parts };
};

/** The settings ask for another address or default route than the switch gets. */
function reportKeptAddress({ effective }: CompileInput, report: Report): void {
  const { base, routes, kept } = effective.switch ?? {};
  const settings = [
    ...(kept?.address === undefined ? [] : [base]),
    ...(kept?.defaultRoutes === undefined ? [] : [routes]),
  ];
  for (const setting of settings)
    report({
      settingId: setting?.origin.settingId ?? null,
      reason: 'addressProtected',
      band: null,
      instead: null,
    });
}

const SESSION = 1;

function isStrict({ value }: WantedPort): boolean {
  return value.isolation === 'strict';
}

function isolationOf(ports: readonly WantedPort[], report: Report): Pick<SwitchSettings, 'port-isolation'> {
  const strict = ports.filter(isStrict).map(({ name }) => name);
  const open = ports.filter((port) => !isStrict(port)).map(({ name }) => name);
  if (strict.length === 0) return {};
  if (open.length === 0) {
    report({ settingId: null, reason: 'noUplinkPort', band: null, instead: null });
    return {};
  }
  const session = {
    id: SESSION,
    uplink: { 'interface-list': open },
    downlink: { 'interface-list': strict },
  };
  return { 'port-isolation': { sessions: [session] } };
}
