import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
const OWN_PASSWORD = '/usercenter/accountset?tab=security';
const SENDER_SETTINGS = '/usercenter/accountset?tab=server';

/** Notices of the server after signing in. */
function LoginNotice() {
  const { t } = useTranslation();
  const { loginMsg, showLoginMsg } = useSession();
  if (!showLoginMsg) return null;
  return (
    <output className="notice">
      <Icon name="warning" />
      <span className="notice-words">
        {loginMsg}
        <Link to={OWN_PASSWORD}>{t('shell.notice.toPassword')}</Link>
      </span>
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

const SENDERS_READ_KEY = 'readMissingSenders';

/** For those who administer the console: until it is put away, in this tab. */
function SenderNotice() {
  const { t } = useTranslation();
  const missing = useSession((state) => state.missingSenders);
  const [isRead, setRead] = useState(() => sessionStorage.getItem(SENDERS_READ_KEY) !== null);
  if (isRead || missing.length === 0) return null;
  const text =
    missing.length > 1
      ? t('shell.notice.noSender')
      : t(missing[0] === 'mail' ? 'shell.notice.noMailSender' : 'shell.notice.noSmsSender');
  return (
    <output className="notice">
      <Icon name="warning" />
      <span className="notice-words">
        {text}
        <Link to={SENDER_SETTINGS}>{t('shell.notice.toSenders')}</Link>
      </span>
      <IconButton
        icon="close"
        label={t('shell.notice.close')}
        onClick={() => {
          sessionStorage.setItem(SENDERS_READ_KEY, 'yes');
          setRead(true);
        }}
      />
    </output>
  );
}

export function Notices() {
  return (
    <>
      <LoginNotice />
      <SenderNotice />
      <NoSiteNotice />
    </>
  );
}
