import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useMayMakeOrganizations, useMayMakeSites } from '../../shared/session/account-reach.ts';
import { hasSites } from '../../shared/session/current-site.ts';
import { siteTreeQuery } from '../../shared/session/session-actions.ts';
import { putAwayLoginMsg, useSession } from '../../shared/session/session-store.ts';
import { IconButton } from '../../shared/ui/actions/IconButton.tsx';
import { Icon } from '../../shared/ui/Icon.tsx';
import './notices.css';

const HOME = '/home/index';
const ORGANIZATIONS = '/topnav/org';
const SITES = '/topnav/site';

/** Notices of the server after signing in. */
function LoginNotice() {
  const { t } = useTranslation();
  const { loginMsg, showLoginMsg } = useSession();
  if (!showLoginMsg) return null;
  return (
    <output className="notice">
      <Icon name="warning" />
      <span className="notice-words">{loginMsg}</span>
      <IconButton icon="close" label={t('shell.notice.close')} onClick={putAwayLoginMsg} />
    </output>
  );
}

/** Pages with their own empty state. */
const LEADING = [HOME, ORGANIZATIONS, SITES];

/** In a new installation, links a person who may create sites to the form. */
function NoSiteNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: tree } = useQuery(siteTreeQuery);
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  if (!tree || hasSites(tree) || !mayMakeSites || LEADING.includes(pathname)) return null;
  const organizationFirst = tree.trees.length === 0 && mayMakeOrganizations;
  return (
    <output className="notice">
      <Icon name="warning" />
      <span className="notice-words">
        {t(organizationFirst ? 'shell.notice.noOrganization' : 'shell.notice.noSite')}
        <Link to={organizationFirst ? HOME : SITES}>
          {t(organizationFirst ? 'shell.notice.toOrganizations' : 'shell.notice.toSites')}
        </Link>
      </span>
    </output>
  );
}

export function Notices() {
  return (
    <>
      <LoginNotice />
      <NoSiteNotice />
    </>
  );
}
