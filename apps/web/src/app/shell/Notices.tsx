import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasSites } from '../../shared/session/current-site.ts';
import { siteTreeQuery } from '../../shared/session/session-actions.ts';
import { putAwayLoginMsg, useHolds, useSession } from '../../shared/session/session-store.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import './notices.css';

/** What the server wants read after signing in. */
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

/** A fresh installation: whoever may make sites is shown where, instead of being turned away. */
function NoSiteNotice() {
  const { t } = useTranslation();
  const { data: tree } = useQuery(siteTreeQuery);
  const mayMakeOrganizations = useHolds('org_manage:operate');
  const mayMakeSites = useHolds('site_manage:operate');
  if (!tree || hasSites(tree) || !mayMakeSites) return null;
  const organizationFirst = tree.trees.length === 0 && mayMakeOrganizations;
  return (
    <output className="notice">
      <Icon name="warning" />
      <span className="notice-words">
        {t(organizationFirst ? 'shell.notice.noOrganization' : 'shell.notice.noSite')}
        <Link to={organizationFirst ? '/topnav/org' : '/topnav/site'}>
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
