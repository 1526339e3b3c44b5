import { isConnected } from '@airloom/contract/devices/devices.states';
import type { TopologyLink, TopologyNode } from '@airloom/contract/topology/topology.model';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import type { OpenRow } from '../model/tree.ts';
import { useLabels } from './use-labels.ts';

const INDENT_PX = 18;
/** Maximum indentation: names need space, and the level is announced. */
const INDENTS_MAX = 8;
const NOTHING = '–';

interface TreeRowProps {
  id: string;
  row: OpenRow;
  node: TopologyNode;
  /** The link to its parent. */
  uplink: TopologyLink | undefined;
  /** Number of devices downstream. */
  below: number;
  isClosed: boolean;
  isActive: boolean;
  isSought: boolean;
  /** From 1. */
  position: number;
  onOpen(): void;
  onFold(): void;
}

/** A device of the list, indented by its level. */
export function TreeRow(props: TreeRowProps) {
  const { row, node, uplink, below, isClosed } = props;
  const format = useFormat();
  const labels = useLabels();
  const kinds = useKindNames();
  const speed = uplink?.speedMbps ?? null;
  const errors = uplink?.errors ?? 0;
  const link = [
    speed === null ? '' : labels.speed(speed),
    uplink?.isUp === false ? labels.down : '',
    errors > 0 ? labels.errors(errors) : '',
  ].filter(Boolean);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the grid
    <tr
      id={props.id}
      className="topology-row"
      aria-level={row.level}
      aria-rowindex={props.position}
      aria-selected={props.isSought}
      {...(below > 0 ? { 'aria-expanded': !isClosed } : {})}
      data-active={props.isActive}
      onClick={props.onOpen}
    >
      <td>
        <span
          className="topology-cell-name"
          style={{ paddingInlineStart: Math.min(INDENTS_MAX, row.level - 1) * INDENT_PX }}
        >
          {below > 0 ? (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the grid
            <span
              className="topology-twist"
              aria-hidden
              onClick={(event) => {
                event.stopPropagation();
                props.onFold();
              }}
            >
              <Icon name={isClosed ? 'right' : 'down'} size={14} />
            </span>
          ) : (
            <span className="topology-twist" aria-hidden />
          )}
          <span className="topology-clip">{node.name}</span>
          {node.virtual && <VirtualTag />}
          {isClosed && below > 0 && <span className="topology-fold">+{format.number(below)}</span>}
        </span>
      </td>
      <td>
        <DeviceStatusDot status={node.status} />
      </td>
      <td>{kinds[node.kind]}</td>
      <td>{link.length === 0 ? NOTHING : link.join(' · ')}</td>
      <td>{!isConnected(node.status) || node.clients === null ? NOTHING : format.number(node.clients)}</td>
      <td>{node.alarms === null || node.alarms === 0 ? NOTHING : format.number(node.alarms)}</td>
    </tr>
  );
}
