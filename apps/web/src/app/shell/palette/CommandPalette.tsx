import type { UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { KIND_LISTS } from '../../../features/devices/device-kinds.ts';
import { devicePage, waitingPage } from '../../../shared/devices/device-page.ts';
import type { RouteDef } from '../../../shared/routing/route-def.ts';
import { siteAsCurrent } from '../../../shared/session/current-site.ts';
import { signOut, siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { THEME_CHOICES, useTheme } from '../../../shared/theme/theme-store.ts';
import { usePageActions } from '../../../shared/ui/actions/page-actions.ts';
import { type Drawing, Icon } from '../../../shared/ui/Icon.tsx';
import { LOGIN } from '../../routing/decide.ts';
import { flattenRoutes } from '../../routing/match-route.ts';
import { useOwnPages } from '../navigation/own-pages.ts';
import './command-palette.css';
import { Modal } from '../Modal.tsx';
import { useOfferedRoutes } from '../use-routes.ts';
import { useSelectScope } from '../use-scope-of-page.ts';
import { type PaletteEntry, searchEntries } from './palette-search.ts';
import { useFoundDevices } from './use-found-devices.ts';

interface Entry extends PaletteEntry {
  icon: Drawing;
  run(): void;
}

interface CommandPaletteProps {
  onClose(): void;
  showKeys(): void;
}

interface Pages {
  /** Favorites and the pages opened last; shown until something is typed. */
  own: Entry[];
  all: Entry[];
}

/** Excludes detail pages, which need an object and are not in the menu. */
function isOffered(section: RouteDef, route: RouteDef): boolean {
  if (!route.page || route.public) return false;
  return route.menu === true || section.menu !== true || section.redirect === route.path;
}

/** Pages match by their name and the name of their section. */
function usePages(): Pages {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { favorites, recent } = useOwnPages();
  const routes = useOfferedRoutes();
  const all = routes.flatMap((section) =>
    flattenRoutes([section])
      .filter((route) => isOffered(section, route))
      .map((route): Entry => {
        const label = t(route.title);
        const above = t(section.title);
        return {
          id: route.path,
          label,
          note: above === label ? undefined : above,
          icon: route.icon ?? section.icon ?? 'right',
          run: () => void navigate(route.path),
        };
      }),
  );
  const paths = [...new Set([...favorites, ...recent])].filter((path) => path !== pathname);
  return { own: paths.flatMap((path) => all.find((entry) => entry.id === path) ?? []), all };
}

function useSites(): Entry[] {
  const { data: tree } = useQuery(siteTreeQuery);
  const select = useSelectScope();
  return useMemo(() => {
    const own = tree?.trees.filter((organization) => organization.enterpriseuuid !== MY_SHARES_UUID) ?? [];
    return own.flatMap((organization) =>
      organization.sites.map((site) => ({
        id: site.siteuuid,
        label: site.sitename,
        note: organization.enterprisename,
        icon: 'site',
        run: () => select(siteAsCurrent(organization, site)),
      })),
    );
  }, [tree, select]);
}

function useDevices(typed: string): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { placed, waiting } = useFoundDevices(typed);
  const entryOf = (device: UnclaimedDevice, where: string, path: string): Entry => ({
    id: device.deviceUUID,
    label: device.name,
    note: [device.ip, device.mac, where].filter(Boolean).join(' · '),
    icon: KIND_LISTS[device.kind].icon,
    run: () => void navigate(path),
  });
  return [
    ...placed.map((device) => entryOf(device, device.siteName, devicePage(device))),
    ...waiting.map((device) => entryOf(device, t('nav.deviceUnclaimed'), waitingPage(device.mac))),
  ];
}

function useDeeds(showKeys: () => void): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choose = useTheme((state) => state.choose);
  const ofPage = usePageActions((state) => state.actions);
  const themes = { light: t('ui.theme.light'), dark: t('ui.theme.dark'), system: t('ui.theme.system') };
  return [
    ...ofPage
      .filter((action) => action.blocked === undefined)
      .map(
        (action): Entry => ({
          id: action.id,
          label: action.label,
          icon: action.icon ?? 'right',
          run: action.run,
        }),
      ),
    ...THEME_CHOICES.map(
      (theme): Entry => ({
        id: `theme-${theme}`,
        label: themes[theme],
        note: t('ui.theme.label'),
        icon: 'sun',
        run: () => choose(theme),
      }),
    ),
    { id: 'keys', label: t('shell.keys.title'), icon: 'keyboard', run: showKeys },
    {
      id: 'leave',
      label: t('shell.account.signOut'),
      icon: 'signOut',
      run: () => void signOut().then(() => navigate(LOGIN)),
    },
  ];
}

/** Finds pages, sites, devices and actions by name. */
export default function CommandPalette({ onClose, showKeys }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const pages = usePages();
  const groups = [
    { id: 'own', heading: t('shell.palette.own'), entries: typed.trim() === '' ? pages.own : [] },
    { id: 'pages', heading: t('shell.palette.pages'), entries: searchEntries(pages.all, typed) },
    { id: 'actions', heading: t('shell.palette.actions'), entries: searchEntries(useDeeds(showKeys), typed) },
    { id: 'devices', heading: t('shell.palette.devices'), entries: useDevices(typed) },
    { id: 'sites', heading: t('shell.palette.sites'), entries: searchEntries(useSites(), typed) },
  ];
  return (
    <Modal label={t('shell.palette.label')} onClose={onClose}>
      <Command className="palette" label={t('shell.palette.label')} shouldFilter={false} loop>
        <div className="palette-head">
          <Icon name="search" />
          <Command.Input
            className="palette-input"
            value={typed}
            onValueChange={setTyped}
            placeholder={t('shell.palette.placeholder')}
          />
        </div>
        <Command.List className="palette-list" label={t('shell.palette.results')}>
          <Command.Empty className="palette-empty">{t('shell.palette.nothing')}</Command.Empty>
          {groups
            .filter((group) => group.entries.length > 0)
            .map((group) => (
              <Command.Group key={group.id} heading={group.heading}>
                {group.entries.map((entry) => (
                  <Command.Item
                    key={entry.id}
                    value={`${group.id} ${entry.id}`}
                    className="palette-item"
                    onSelect={() => {
                      onClose();
                      entry.run();
                    }}
                  >
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                    {entry.note && <span className="palette-note">{entry.note}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
        </Command.List>
      </Command>
    </Modal>
  );
}
