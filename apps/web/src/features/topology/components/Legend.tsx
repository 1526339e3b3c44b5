import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { DEVICE_STATUSES } from '@airloom/contract/devices/devices.states';
import { LINK_KINDS } from '@airloom/contract/topology/topology.model';
import { useTranslation } from 'react-i18next';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { GLYPH_SIZE, GLYPHS } from '../drawing/glyphs.ts';
import { LINK_STYLES, type LinkStyle, LOAD_COLOURS, TRAFFIC_WIDTHS } from '../drawing/link-styles.ts';
import type { Colours } from '../drawing/painting.ts';
import { SHARE_STEPS, TRAFFIC_STEPS_KBPS } from '../model/load.ts';
import { useLinkKindNames } from './use-link-labels.ts';

const LINE = { width: 36, height: 12 } as const;

function Line({ style, colours }: { style: LinkStyle; colours: Colours }) {
  return (
    <svg width={LINE.width} height={LINE.height} aria-hidden focusable={false}>
      <line
        x1={0}
        x2={LINE.width}
        y1={LINE.height / 2}
        y2={LINE.height / 2}
        stroke={colours[style.colour]}
        strokeWidth={Math.max(1.5, style.width)}
        strokeDasharray={style.dash.join(' ')}
      />
    </svg>
  );
}

function Glyph({ kind, name }: { kind: keyof typeof GLYPHS; name: string }) {
  return (
    <span className="topology-sign">
      <svg width={16} height={16} viewBox={`0 0 ${GLYPH_SIZE} ${GLYPH_SIZE}`} aria-hidden focusable={false}>
        <path d={GLYPHS[kind]} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinecap="round" />
      </svg>
      {name}
    </span>
  );
}

const LOAD_WIDTH = 3.5;

/** Width of a line by traffic, colour by load. */
function LoadLegend({ colours }: { colours: Colours }) {
  const { t } = useTranslation();
  const units = useUnits();
  return (
    <>
      <span className="topology-signs">
        <strong>{t('topology.legend.traffic')}</strong>
        {TRAFFIC_WIDTHS.map((width, step) => (
          <span key={width} className="topology-sign">
            <Line style={{ ...LINK_STYLES.wired, width }} colours={colours} />
            {step === 0
              ? t('topology.legend.below', { value: units.rate(TRAFFIC_STEPS_KBPS[0]) })
              : t('topology.legend.from', { value: units.rate(TRAFFIC_STEPS_KBPS[step - 1] ?? 0) })}
          </span>
        ))}
      </span>
      <span className="topology-signs">
        <strong>{t('topology.legend.load')}</strong>
        {LOAD_COLOURS.map((colour, step) => (
          <span key={colour} className="topology-sign">
            <Line
              style={{ ...LINK_STYLES.wired, width: LOAD_WIDTH, colour: colour ?? LINK_STYLES.wired.colour }}
              colours={colours}
            />
            {step === 0
              ? t('topology.legend.below', { value: units.percent(SHARE_STEPS[0] * 100) })
              : t('topology.legend.from', { value: units.percent((SHARE_STEPS[step - 1] ?? 0) * 100) })}
          </span>
        ))}
      </span>
    </>
  );
}

/** Legend of the diagram. */
export function Legend({ colours, hasInternet }: { colours: Colours; hasInternet: boolean }) {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const links = useLinkKindNames();
  return (
    <section className="topology-legend" aria-label={t('topology.legend.title')}>
      {hasInternet && <Glyph kind="internet" name={t('topology.internet')} />}
      {DEVICE_KINDS.map((kind) => (
        <Glyph key={kind} kind={kind} name={kinds[kind]} />
      ))}
      {DEVICE_STATUSES.map((status) => (
        <DeviceStatusDot key={status} status={status} />
      ))}
      {LINK_KINDS.map((kind) => (
        <span key={kind} className="topology-sign">
          <Line style={LINK_STYLES[kind]} colours={colours} />
          {links[kind]}
        </span>
      ))}
      <span className="topology-sign">
        <Line style={LINK_STYLES.down} colours={colours} />
        {t('topology.link.down')}
      </span>
      <span className="topology-sign" data-tone="error">
        <Icon name="warning" size={14} />
        {t('topology.legend.alarms')}
      </span>
      <span className="topology-sign">
        <span className="topology-fold">+3</span>
        {t('topology.legend.folded')}
      </span>
      <LoadLegend colours={colours} />
    </section>
  );
}
