import { Link } from 'react-router';
import { Icon } from '../ui/Icon.tsx';
import { WEBHOOKS } from './notice-pages.ts';

/** Beside a form: what is filled in there stays, so it opens a window of its own. */
export function WebhooksLink({ children }: { children: string }) {
  return (
    <Link to={WEBHOOKS} target="_blank">
      {children} <Icon name="external" size={12} />
    </Link>
  );
}
