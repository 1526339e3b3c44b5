import type { InvitationLink } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { ShownOnce } from '../../../shared/ui/ShownOnce.tsx';
import './access.css';

/** Links of invitations that the console cannot send: the inviting person passes them on. */
export function InvitationLinks({ links, onDone }: { links: readonly InvitationLink[]; onDone(): void }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <ShownOnce
      title={t('access.invitation.linksTitle')}
      text={t('access.invitation.linksText')}
      secret={links.map(({ target, link }) => `${target}\n${link}`).join('\n\n')}
      fileName="airloom-invitations.txt"
      onDone={onDone}
    >
      <dl className="access-links">
        {links.map(({ target, link }) => (
          <div key={target}>
            <dt>{target}</dt>
            <dd>
              <CopyText text={link} />
            </dd>
          </div>
        ))}
      </dl>
    </ShownOnce>
  );
}
