import type { KnownTerminal } from '@airloom/contract/clients/online.model';
import type { Device, UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { FoundEverything } from '@airloom/contract/search/search.model';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useTerminalActions } from '../../../features/clients/components/use-client-actions.ts';
import { ALL_DEVICES, KIND_LISTS } from '../../../features/devices/device-kinds.ts';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useOfferedCommands } from '../../../shared/devices/device-commands.ts';
import { devicePage, waitingPage } from '../../../shared/devices/device-page.ts';
import { findCurrent } from '../../../shared/session/current-site.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import { useSeenKinds } from '../../../shared/session/seen-kinds.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { useAllows } from '../../../shared/ui/actions/use-actions.ts';
import { useSelectScope } from '../use-scope-of-page.ts';
import type { Entry, EntryGroup } from './palette-entry.ts';

/** Commands that need no further choices about other devices. */
const DEVICE_COMMANDS: readonly string[] = [
  'reboot',
  'locate',
  'requestState',
  'ping',
  'wifiScan',
  'openShell',
];
/** The others need a form of the page of the client. */
const CLIENT_ACTIONS: readonly string[] = ['disconnectTerminals', 'unblockTerminals'];

const nothing = (): void => undefined;

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

type Open = (label: string, path: string) => { open: Action; run(): void };

function useOpen(): Open {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (label, path) => {
    const run = () => void navigate(path);
    return { open: { id: 'open', label: t('shell.palette.open', { name: label }), icon: 'right', run }, run };
  };
}

function useClientEntries(open: Open): (client: KnownTerminal) => Entry {
  const { t } = useTranslation();
  const allows = useAllows();
  const actionsOf = useTerminalActions(nothing);
  return (client) => {
    const { mac, name, isBlocked, isOnline, band } = client;
    const label = name || displayMac(mac);
    const target = { mac, name, isBlocked, isOnline, ...(isOnline ? { band } : {}) };
    const opening = open(label, terminalPage(mac));
    const actions = actionsOf([target]).filter(({ id }) => CLIENT_ACTIONS.includes(id));
    return {
      id: mac,
      label,
      note: joined(
        isOnline ? t('terminal-pages.online') : t('terminal-pages.offline'),
        name === '' ? '' : displayMac(mac),
        client.ip,
        client.siteName,
      ),
      icon: 'phone',
      run: opening.run,
      actions: [opening.open, ...actions.filter(allows)],
    };
  };
}

function useDeviceEntries(open: Open) {
  const { t } = useTranslation();
  const allows = useAllows();
  const commands = useOfferedCommands();
  const entryOf = (
    device: UnclaimedDevice,
    where: string,
    path: string,
    actions: readonly Action[],
  ): Entry => {
    const opening = open(device.name, path);
    return {
      id: device.deviceUUID,
      label: device.name,
      note: joined(device.ip, device.mac, where),
      icon: KIND_LISTS[device.kind].icon,
      run: opening.run,
      actions: actions.length === 0 ? [] : [opening.open, ...actions],
    };
  };
  return {
    placed: (device: Device): Entry => {
      const offered = commands([device]).filter(({ id }) => DEVICE_COMMANDS.includes(id));
      return entryOf(device, device.siteName, devicePage(device), offered.filter(allows));
    },
    waiting: (device: UnclaimedDevice): Entry =>
      entryOf(device, t('nav.deviceUnclaimed'), waitingPage(device.mac), []),
  };
}

/** The list of all devices, or of the first class that the role covers. */
function useDeviceListPath(): string {
  const seesAll = useHolds('all_device');
  const [kind] = useSeenKinds();
  return seesAll || kind === undefined ? ALL_DEVICES : KIND_LISTS[kind].path;
}

/** Found objects, by kind. */
export function useFoundEntries(found: FoundEverything | null): EntryGroup[] {
  const { t } = useTranslation();
  const open = useOpen();
  const clientEntry = useClientEntries(open);
  const devices = useDeviceEntries(open);
  const list = useDeviceListPath();
  const alarmWords = useAlarmWords();
  const selectScope = useSelectScope();
  const { data: tree } = useQuery(siteTreeQuery);
  if (found === null) return [];
  const select = (id: string) => {
    const current = tree && findCurrent(tree, id);
    if (current) selectScope(current);
  };
  return [
    { id: 'clients', heading: t('shell.palette.clients'), entries: found.clients.map(clientEntry) },
    {
      id: 'devices',
      heading: t('shell.palette.devices'),
      entries: [...found.devices.map(devices.placed), ...found.unclaimed.map(devices.waiting)],
    },
    {
      id: 'tags',
      heading: t('shell.palette.tags'),
      entries: found.tags.map((tag) => ({
        id: tag,
        label: tag,
        icon: 'vlan',
        run: open(tag, `${list}?${new URLSearchParams({ tag })}`).run,
      })),
    },
    {
      id: 'sites',
      heading: t('shell.palette.sites'),
      entries: found.sites.map(({ siteUUID, name, enterpriseName }) => ({
        id: siteUUID,
        label: name,
        note: enterpriseName,
        icon: 'site',
        run: () => select(siteUUID),
      })),
    },
    {
      id: 'organizations',
      heading: t('shell.palette.organizations'),
      entries: found.organizations.map(({ enterpriseUUID, name }) => ({
        id: enterpriseUUID,
        label: name,
        icon: 'organization',
        run: () => select(enterpriseUUID),
      })),
    },
    {
      id: 'people',
      heading: t('shell.palette.people'),
      entries: found.people.map(({ managerUUID, userName, alias, nickname }) => ({
        id: managerUUID,
        label: userName,
        note: joined(nickname, alias === userName ? '' : alias),
        icon: 'people',
        run: open(userName, `/topnav/subaccount?search=${encodeURIComponent(userName)}`).run,
      })),
    },
    {
      id: 'alarms',
      heading: t('shell.palette.alarms'),
      entries: found.alarms.map((alarm) => ({
        id: alarm.alarmUUID,
        label: alarmWords.content(alarm),
        note: joined(alarm.deviceName, alarm.siteName),
        icon: 'bell',
        run: open('', withScope(`/alarm/list?alarm=${alarm.alarmUUID}`, alarm.siteUUID)).run,
      })),
    },
  ];
}
