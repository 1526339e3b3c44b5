export interface PanelCell {
  readonly name: string;
  /** 0 is the upper row. */
  readonly row: number;
  /** Counted over all blocks. */
  readonly column: number;
}

/** Ports that stand together on the device. */
export interface PanelBlock {
  readonly kind: 'copper' | 'optical';
  readonly rows: number;
  readonly cells: readonly PanelCell[];
}

interface PanelPort {
  readonly name: string;
  readonly optical: boolean | null;
}

const BLOCK_PORTS = 12;
/** Up to this many ports are drawn in one row. */
const ONE_ROW_MAX = 6;

const collator = new Intl.Collator('en', { numeric: true });

/** Ports of one series are ordered by number; devices that mix series, such as WAN and LAN, order them themselves. */
function inOrder(ports: readonly PanelPort[]): readonly PanelPort[] {
  const series = new Set(ports.map(({ name }) => name.replace(/\d+$/, '')));
  return series.size === 1 ? ports.toSorted((one, other) => collator.compare(one.name, other.name)) : ports;
}

/** Blocks of copper ports, then optical ones. In two rows the first port stands above the second, and so on. */
export function layOutPanel(ports: readonly PanelPort[]): PanelBlock[] {
  const blocks: PanelBlock[] = [];
  let firstColumn = 0;
  for (const kind of ['copper', 'optical'] as const) {
    const own = inOrder(ports.filter(({ optical }) => (optical === true) === (kind === 'optical')));
    const rows = own.length <= ONE_ROW_MAX && kind === 'copper' ? 1 : 2;
    for (let start = 0; start < own.length; start += BLOCK_PORTS) {
      const members = own.slice(start, start + BLOCK_PORTS);
      const cells = members.map(({ name }, index) => ({
        name,
        row: index % rows,
        column: firstColumn + Math.floor(index / rows),
      }));
      blocks.push({ kind, rows, cells });
      firstColumn += Math.ceil(members.length / rows);
    }
  }
  return blocks;
}

/** The number at the end of a port name, else the name. */
export function labelOf(name: string): string {
  return /\d+$/.exec(name)?.[0] ?? name;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The port that a key leads to; null for keys that lead nowhere. */
export function neighbourOf(cells: readonly PanelCell[], from: string, key: string): string | null {
  if (key === 'Home') return cells[0]?.name ?? null;
  if (key === 'End') return cells.at(-1)?.name ?? null;
  const step = STEPS[key];
  const at = cells.find(({ name }) => name === from);
  if (step === undefined || at === undefined) return null;
  const [rows, columns] = step;
  const wanted = cells.filter(({ column }) => column === at.column + columns);
  if (columns !== 0) return (wanted.find(({ row }) => row === at.row) ?? wanted[0])?.name ?? null;
  return wanted.find(({ row }) => row === at.row + rows)?.name ?? null;
}
