import { ArrowUp, TriangleAlert, Zap, ZapOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/Icon.tsx';

const MARK = 12;

export function PanelLegend() {
  const { t } = useTranslation();
  return (
    <ul className="panel-legend" aria-label={t('ports.panel.legend')}>
      <li>
        <span className="panel-sample" data-state="up" data-speed="fast" />
        {t('ports.panel.fast')}
      </li>
      <li>
        <span className="panel-sample" data-state="up" data-speed="gigabit" />
        {t('ports.panel.gigabit')}
      </li>
      <li>
        <span className="panel-sample" data-state="up" data-speed="slow" />
        {t('ports.panel.slow')}
      </li>
      <li>
        <span className="panel-sample" data-state="down" />
        {t('ports.panel.noLink')}
      </li>
      <li>
        <span className="panel-sample" data-state="disabled" />
        {t('ports.panel.disabled')}
      </li>
      <li>
        <span className="panel-sample" data-optical="true" />
        {t('ports.panel.optical')}
      </li>
      <li>
        <span className="panel-power" data-fault={false}>
          <Icon name={Zap} size={MARK} />
        </span>
        {t('ports.panel.delivering')}
      </li>
      <li>
        <span className="panel-power" data-fault>
          <Icon name={ZapOff} size={MARK} />
        </span>
        {t('ports.panel.powerFault')}
      </li>
      <li>
        <span className="panel-uplink">
          <Icon name={ArrowUp} size={MARK} />
        </span>
        {t('device-detail.port.uplink')}
      </li>
      <li>
        <span className="panel-warning">
          <Icon name={TriangleAlert} size={MARK} />
        </span>
        {t('ports.panel.warning')}
      </li>
    </ul>
  );
}
