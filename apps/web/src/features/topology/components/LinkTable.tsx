import type { TopologyLink } from '@airloom/contract/topology/topology.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import '../../../shared/table/table.css';
import { INTERNET } from '../model/arrangement.ts';
import { useLabels } from './use-labels.ts';
import { useLinkKindNames } from './use-link-labels.ts';

interface LinkTableProps {
  label: string;
  links: readonly TopologyLink[];
  nameOf(id: string): string;
  /** Device of the links: only the other end is shown. */
  of?: string;
  onShow(id: string): void;
  onDelete(link: TopologyLink): void;
}

/** Links with their details. */
export function LinkTable({ label, links, nameOf, of, onShow, onDelete }: LinkTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useLinkKindNames();
  const labels = useLabels();
  const mayDraw = useHolds('net_map:operate');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
    <div className="topology-scroll" tabIndex={0}>
      <table className="grid" aria-label={label} data-density="compact">
        <thead>
          <tr>
            <th scope="col">{t('topology.link.between')}</th>
            <th scope="col">{t('topology.link.kind')}</th>
            <th scope="col">{t('topology.link.state')}</th>
            <th scope="col" data-align="end">
              {t('topology.link.speed')}
            </th>
            <th scope="col" data-align="end">
              {t('topology.link.trafficLabel')}
            </th>
            <th scope="col" data-align="end">
              {t('topology.link.errors')}
            </th>
            {mayDraw && (
              <th scope="col">
                <span className="visually-hidden">{t('ui.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={`${link.kind} ${link.upperUUID} ${link.lowerUUID} ${link.upperPort} ${link.lowerPort}`}>
              <td>
                {[link.upperUUID, link.lowerUUID]
                  .filter((id) => id !== of)
                  .map((id) => (
                    <div key={id}>
                      {id === INTERNET ? (
                        nameOf(id)
                      ) : (
                        <button type="button" className="topology-name" onClick={() => onShow(id)}>
                          {nameOf(id)}
                        </button>
                      )}
                    </div>
                  ))}
                <div className="topology-ports">{portsOf(link)}</div>
              </td>
              <td>{kinds[link.kind]}</td>
              <td>
                <LinkState isUp={link.isUp} />
              </td>
              <td data-align="end">{link.speedMbps === null ? '–' : labels.speed(link.speedMbps)}</td>
              <td data-align="end">
                <Traffic link={link} />
              </td>
              <td data-align="end">{link.errors === null ? '–' : format.number(link.errors)}</td>
              {mayDraw && (
                <td>
                  {link.linkUUID !== null && (
                    <IconButton
                      icon="delete"
                      label={t('topology.link.delete', {
                        upper: nameOf(link.upperUUID),
                        lower: nameOf(link.lowerUUID),
                      })}
                      onClick={() => onDelete(link)}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Towards the child and towards the parent. */
function Traffic({ link: { downKbps, upKbps } }: { link: TopologyLink }) {
  const { t } = useTranslation();
  const units = useUnits();
  if (downKbps === null && upKbps === null) return '–';
  return t('topology.link.traffic', { down: units.rate(downKbps ?? 0), up: units.rate(upKbps ?? 0) });
}

/** Port of the parent first. */
function portsOf({ upperPort, lowerPort }: TopologyLink): string {
  return [upperPort, lowerPort].filter(Boolean).join(' → ');
}

function LinkState({ isUp }: { isUp: boolean | null }) {
  const { t } = useTranslation();
  if (isUp === null) return <StatusDot tone="offline">{t('topology.link.unknown')}</StatusDot>;
  return isUp ? (
    <StatusDot tone="ok">{t('topology.link.up')}</StatusDot>
  ) : (
    <StatusDot tone="error">{t('topology.link.down')}</StatusDot>
  );
}
