import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import type { RouteDef } from '../../../shared/routing/route-def.ts';
import { siteAsCurrent } from '../../../shared/session/current-site.ts';
import { signOut, siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { THEME_CHOICES, useTheme } from '../../../shared/theme/theme-store.ts';
import { usePageActions } from '../../../shared/ui/actions/page-actions.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LOGIN } from '../../routing/decide.ts';
import { flattenRoutes } from '../../routing/match-route.ts';
import { useOwnPages } from '../navigation/own-pages.ts';
import './command-palette.css';
import { Modal } from '../Modal.tsx';
import { useOfferedRoutes } from '../use-routes.ts';
import { useSelectScope } from '../use-scope-of-page.ts';
import { type Entry, type EntryGroup, optionOf } from './palette-entry.ts';
import { SHOWN_MAX, searchEntries } from './palette-search.ts';
import { useFound } from './use-found.ts';
import { useFoundEntries } from './use-found-entries.ts';

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

/** Sites of the tree, until a text is searched for. */
function useSites(): Entry[] {
  const { data: tree } = useQuery(siteTreeQuery);
  const select = useSelectScope();
  return useMemo(() => {
    const own = tree?.trees.filter((organization) => organization.enterpriseuuid !== MY_SHARES_UUID) ?? [];
    return own.flatMap((organization) =>
      organization.sites.slice(0, SHOWN_MAX).map((site) => ({
        id: site.siteuuid,
        label: site.sitename,
        note: organization.enterprisename,
        icon: 'site' as const,
        run: () => select(siteAsCurrent(organization, site)),
      })),
    );
  }, [tree, select]);
}

function useDeeds(showKeys: () => void): Entry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const choose = useTheme((state) => state.choose);
  const ofPage = usePageActions((state) => state.actions);
  const mayAdd = useHolds('device_manage:operate') && ofPage.every(({ id }) => id !== 'addDevices');
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
    ...(mayAdd
      ? [
          {
            id: 'addDevices',
            label: t('nav.deviceAdd'),
            icon: 'plus',
            run: () => void navigate(ADD_DEVICE),
          } satisfies Entry,
        ]
      : []),
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

/** Actions on a found object; those that are not possible now show why. */
function actionEntries(subject: Entry): (Entry & { readonly blocked?: string | undefined })[] {
  return (subject.actions ?? []).map((action) => ({
    id: action.id,
    label: action.label,
    icon: action.icon ?? 'right',
    note: action.blocked,
    blocked: action.blocked,
    run: action.run,
  }));
}

const MORE = '.palette-more';

/** Finds pages, clients, devices, sites, organizations, people and alarms, and acts on them. */
export default function CommandPalette({ onClose, showKeys }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState('');
  const [subject, setSubject] = useState<Entry | null>(null);
  /** Enter was pressed before the results of the typed text arrived: the first of them is opened then. */
  const entered = useRef(false);
  const pages = usePages();
  const deeds = useDeeds(showKeys);
  const sites = useSites();
  const { found, isPending } = useFound(typed);
  const foundGroups = useFoundEntries(found);
  const isEmpty = typed.trim() === '';
  const groups: EntryGroup[] = [
    { id: 'own', heading: t('shell.palette.own'), entries: isEmpty ? pages.own : [] },
    { id: 'pages', heading: t('shell.palette.pages'), entries: searchEntries(pages.all, typed) },
    { id: 'actions', heading: t('shell.palette.actions'), entries: searchEntries(deeds, typed) },
    ...(isEmpty
      ? [{ id: 'sites', heading: t('shell.palette.sites'), entries: sites.slice(0, SHOWN_MAX) }]
      : foundGroups),
  ].filter((group) => group.entries.length > 0);
  const all = groups.flatMap((group) =>
    group.entries.map((entry) => ({ key: optionOf(group, entry), entry })),
  );
  const markedEntry = all.find(({ key }) => key === marked)?.entry;
  const first = all[0]?.entry;
  /** While results are pending, those of an earlier text are shown. */
  const isOutdated =
    isPending &&
    (markedEntry === undefined || foundGroups.some(({ entries }) => entries.includes(markedEntry)));

  function run(entry: Pick<Entry, 'run'>): void {
    onClose();
    entry.run();
  }

  function type(text: string): void {
    setTyped(text);
    setSubject(null);
    entered.current = false;
  }

  useEffect(() => {
    if (!entered.current || isPending) return;
    entered.current = false;
    if (first) run(first);
  });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target, key } = event;
    const atEnd = target instanceof HTMLInputElement && target.selectionStart === target.value.length;
    if (key === 'Enter' && subject === null && isOutdated) {
      event.preventDefault();
      entered.current = true;
    } else if (key === 'ArrowRight' && subject === null && atEnd && markedEntry?.actions?.length) {
      event.preventDefault();
      setSubject(markedEntry);
    } else if (subject !== null && (key === 'ArrowLeft' || key === 'Escape')) {
      event.preventDefault();
      setSubject(null);
    }
  }

  return (
    <Modal label={t('shell.palette.label')} onClose={onClose}>
      <Command
        className="palette"
        label={t('shell.palette.label')}
        shouldFilter={false}
        loop
        value={marked}
        onValueChange={setMarked}
        onKeyDown={onKeyDown}
      >
        <div className="palette-head">
          <Icon name="search" />
          <Command.Input
            className="palette-input"
            value={typed}
            onValueChange={type}
            placeholder={t('shell.palette.placeholder')}
          />
        </div>
        <Command.List className="palette-list" label={t('shell.palette.results')}>
          {!isPending && (
            <Command.Empty className="palette-empty">{t('shell.palette.nothing')}</Command.Empty>
          )}
          {isPending && all.length === 0 && (
            <p className="palette-empty" aria-live="polite">
              {t('shell.palette.searching')}
            </p>
          )}
          {subject !== null && (
            <Command.Group heading={t('shell.palette.actionsOf', { name: subject.label })}>
              {actionEntries(subject).map((entry) => (
                <Command.Item
                  key={entry.id}
                  value={`subject ${entry.id}`}
                  className="palette-item"
                  disabled={entry.blocked !== undefined}
                  onSelect={() => run(entry)}
                >
                  <Icon name={entry.icon} />
                  <span>{entry.label}</span>
                  {entry.note && <span className="palette-note">{entry.note}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {subject === null &&
            groups.map((group) => (
              <Command.Group key={group.id} heading={group.heading}>
                {group.entries.map((entry) => (
                  <Command.Item
                    key={entry.id}
                    value={optionOf(group, entry)}
                    className="palette-item"
                    onSelect={() => run(entry)}
                    onClickCapture={(event) => {
                      if (!(event.target instanceof Element) || event.target.closest(MORE) === null) return;
                      event.stopPropagation();
                      setSubject(entry);
                    }}
                  >
                    <Icon name={entry.icon} />
                    <span>{entry.label}</span>
                    {entry.note && <span className="palette-note">{entry.note}</span>}
                    {entry.actions && entry.actions.length > 0 && (
                      <span className="palette-more" aria-hidden title={t('shell.palette.more')}>
                        <Icon name="right" />
                      </span>
                    )}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
        </Command.List>
        <p className="palette-foot">
          <span>
            <kbd>↵</kbd> {t('shell.palette.choose')}
          </span>
          {subject === null && (markedEntry?.actions?.length ?? 0) > 0 && (
            <span>
              <kbd>→</kbd> {t('shell.palette.more')}
            </span>
          )}
          {subject !== null && (
            <span>
              <kbd>←</kbd> {t('shell.palette.back')}
            </span>
          )}
        </p>
      </Command>
    </Modal>
  );
}
