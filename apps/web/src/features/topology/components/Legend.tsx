import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { DEVICE_STATUSES } from '@airloom/contract/devices/devices.states';
import { LINK_KINDS } from '@airloom/contract/topology/topology.model';
import { useTranslation } from 'react-i18next';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { LINK_STYLES, type LinkStyle } from '../drawing/drawables.ts';
import { GLYPH_SIZE, GLYPHS } from '../drawing/glyphs.ts';
import type { Colours } from '../drawing/paint.ts';
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

/** Legend of the diagram. */
export function Legend({ colours }: { colours: Colours }) {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const links = useLinkKindNames();
  return (
    <section className="topology-legend" aria-label={t('topology.legend.title')}>
      {DEVICE_KINDS.map((kind) => (
        <span key={kind} className="topology-sign">
          <svg
            width={16}
            height={16}
            viewBox={`0 0 ${GLYPH_SIZE} ${GLYPH_SIZE}`}
            aria-hidden
            focusable={false}
          >
            <path
              d={GLYPHS[kind]}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinecap="round"
            />
          </svg>
          {kinds[kind]}
        </span>
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
    </section>
  );
}
