import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRoleName } from '../../shared/access/role-name.ts';
import { changeRole, signOut } from '../../shared/session/session-actions.ts';
import { useOwnName, useSession } from '../../shared/session/session-store.ts';
import { DENSITIES, useTheme } from '../../shared/theme/theme-store.ts';
import { Menu, type MenuGroup } from '../../shared/ui/actions/Menu.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import { LOGIN } from '../routing/decide.ts';
import { matchRoute } from '../routing/match-route.ts';
import './account-menu.css';
import { useRoutes } from './use-routes.ts';

const SETTINGS = '/usercenter/accountset';

export function AccountMenu({ showKeys }: { showKeys(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const roleName = useRoleName();
  const routes = useRoutes();
  const { roles, currentRole } = useSession();
  const { density, setDensity } = useTheme();
  const name = useOwnName();

  async function takeRole(role: (typeof roles)[number]): Promise<void> {
    await changeRole(role);
    await navigate('/');
  }

  async function leave(): Promise<void> {
    await signOut();
    await navigate(LOGIN);
  }

  const densityNames = { comfortable: t('shell.density.comfortable'), compact: t('shell.density.compact') };
  const groups: MenuGroup[] = [
    {
      id: 'roles',
      heading: t('shell.account.roles'),
      items: roles.map((role) => ({
        id: `${role.accountUUID}${role.roleUUID}`,
        label: roleName(role.key, role.roleName),
        note: role.accountName,
        chosen: role.accountUUID === currentRole?.accountUUID && role.roleUUID === currentRole.roleUUID,
        run: () => void takeRole(role),
      })),
    },
    {
      id: 'density',
      heading: t('shell.density.label'),
      items: DENSITIES.map((one) => ({
        id: one,
        label: densityNames[one],
        chosen: one === density,
        run: () => setDensity(one),
      })),
    },
    {
      id: 'account',
      items: [
        ...(matchRoute(routes, SETTINGS).length > 0
          ? [
              {
                id: 'settings',
                label: t('nav.accountset'),
                icon: 'settings',
                run: () => void navigate(SETTINGS),
              } as const,
            ]
          : []),
        { id: 'keys', label: t('shell.keys.title'), icon: 'keyboard', run: showKeys },
        { id: 'leave', label: t('shell.account.signOut'), icon: 'signOut', run: () => void leave() },
      ],
    },
  ];

  return (
    <Menu
      label={t('shell.account.label')}
      groups={groups}
      renderTrigger={(props) => (
        <button {...props} type="button" className="header-button account">
          <span className="account-face" aria-hidden>
            {Array.from(name)[0]?.toUpperCase() ?? <Icon name="person" />}
          </span>
          <span className="visually-hidden">{t('shell.account.label')}</span>
          <span className="header-words account-words">
            <span className="header-name">{name}</span>
            {currentRole && (
              <span className="header-note">{roleName(currentRole.key, currentRole.roleName)}</span>
            )}
          </span>
        </button>
      )}
    />
  );
}
