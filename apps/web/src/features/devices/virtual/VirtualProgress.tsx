import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { useRemoveVirtual } from './use-remove-virtual.ts';
import './virtual-devices.css';

interface VirtualProgressProps {
  siteUUID: string;
  online: number;
  total: number;
  onShow(): void;
}

/** How many of the virtual devices of a site have connected, and how to end them. */
export function VirtualProgress({ siteUUID, online, total, onShow }: VirtualProgressProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const remove = useRemoveVirtual();
  const siteName = useSiteChoices().find(({ value }) => value === siteUUID)?.label ?? '';
  const isComplete = online >= total;
  return (
    <section className="card virtual-progress">
      <output className="virtual-status">
        <StatusDot tone={isComplete ? 'ok' : 'processing'}>
          {t(isComplete ? 'devices-pages.virtual.running' : 'devices-pages.virtual.connecting')}
        </StatusDot>
        <span className="virtual-count">
          {t('devices-pages.virtual.progress', {
            online: format.number(online),
            total: format.number(total),
          })}
        </span>
      </output>
      <progress max={total} value={online} aria-hidden />
      <div className="virtual-actions">
        <Button type="primary" onClick={onShow}>
          {t('devices-pages.virtual.show')}
        </Button>
        <Button danger onClick={() => void ignoreCallFailure(remove({ siteUUID, siteName }))}>
          {t('devices-pages.virtual.remove')}
        </Button>
      </div>
    </section>
  );
}
