import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Port, PortLook } from './port-look.ts';

/** The state of a port in words, for screen readers and tooltips. */
export function usePortWords(): (port: Port, look: PortLook) => string {
  const { t } = useTranslation();
  const units = useUnits();
  const state = {
    up: t('device-detail.port.linked'),
    down: t('device-detail.port.notLinked'),
    disabled: t('ports.panel.disabled'),
  };
  const power = { delivering: t('ports.panel.delivering'), fault: t('ports.panel.powerFault') };
  const warnings = {
    errors: t('ports.warning.errors'),
    flapping: t('ports.warning.flapping'),
    loop: t('ports.warning.loop'),
  };
  return (port, look) =>
    `${port.name}: ${[
      state[look.state],
      ...(look.speed !== null && port.speedMbps !== null ? [units.rate(port.speedMbps * 1_000)] : []),
      ...(look.power === null ? [] : [power[look.power]]),
      ...(port.uplink ? [t('device-detail.port.uplink')] : []),
      ...look.warnings.map((warning) => warnings[warning]),
    ].join(', ')}`;
}
