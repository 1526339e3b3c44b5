import { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { TerminalDetail } from '@airloom/contract/clients/online.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { TerminalFacts } from '../components/ClientFacts.tsx';
import { TerminalHead } from '../components/ClientHead.tsx';
import { ClientHeadline } from '../components/ClientHeadline.tsx';
import '../components/clients.css';
import { ExperienceHints } from '../components/ExperienceHints.tsx';
import { Timeline } from '../components/Timeline.tsx';

const ONLINE = '/monitor/onlineUser';
/** In addition to live messages. */
const READ_AGAIN_MS = 30_000;

function TerminalView({ terminal }: { terminal: TerminalDetail }) {
  return (
    <>
      <TerminalHead terminal={terminal} />
      <ClientHeadline headline={terminal.headline} />
      <TerminalFacts terminal={terminal} />
      <ExperienceHints terminal={terminal} />
      <Timeline mac={terminal.mac} />
    </>
  );
}

/** Detail page of a client. */
export default function TermDetailPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const go = useNavigate();
  const mac = query.get('mac') ?? '';
  const { data, error, refetch } = useCall(
    onlineCalls.viewTerminal,
    { mac },
    { enabled: mac !== '', every: READ_AGAIN_MS },
  );
  if (mac === '') {
    return (
      <>
        <PageHeader title={t('nav.termDetail')} />
        <EmptyState
          icon="phone"
          title={t('terminal-pages.none')}
          text={t('terminal-pages.noneText')}
          action={{ id: 'online', label: t('nav.onlineUser'), icon: 'phone', run: () => void go(ONLINE) }}
        />
      </>
    );
  }
  if (error) {
    return (
      <>
        <PageHeader title={displayMac(mac)} />
        <FailedState error={error} retry={() => void refetch()} />
      </>
    );
  }
  if (!data) return <Skeleton rows={8} height={20} gap={20} />;
  return <TerminalView key={data.mac} terminal={data} />;
}
