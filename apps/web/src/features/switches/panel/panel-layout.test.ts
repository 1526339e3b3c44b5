import { expect, it } from 'vitest';
import { labelOf, layOutPanel, neighbourOf } from './panel-layout.ts';

const ports = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => ({ name: `Ethernet${index + first}`, optical: false }));

const names = (given: readonly string[]) =>
  layOutPanel(given.map((name) => ({ name, optical: null }))).flatMap(({ cells }) =>
    cells.map(({ name }) => name),
  );

it('puts odd ports above even ones, in blocks of twelve', () => {
  const blocks = layOutPanel(ports(24));
  expect(blocks.map(({ cells }) => cells.length)).toEqual([12, 12]);
  const upper = blocks[0]?.cells.filter(({ row }) => row === 0).map(({ name }) => labelOf(name));
  const lower = blocks[0]?.cells.filter(({ row }) => row === 1).map(({ name }) => labelOf(name));
  expect(upper).toEqual(['1', '3', '5', '7', '9', '11']);
  expect(lower).toEqual(['2', '4', '6', '8', '10', '12']);
  expect(blocks[1]?.cells[0]).toMatchObject({ name: 'Ethernet13', row: 0, column: 6 });
});

it('puts optical ports last', () => {
  const blocks = layOutPanel([{ name: 'Ethernet25', optical: true }, ...ports(8)]);
  expect(blocks.map(({ kind }) => kind)).toEqual(['copper', 'optical']);
});

it('sorts ports of one series by number, and keeps the order of mixed ones', () => {
  expect(names(['ge10', 'ge2', 'ge1'])).toEqual(['ge1', 'ge2', 'ge10']);
  expect(names(['WAN', 'LAN2', 'LAN1'])).toEqual(['WAN', 'LAN2', 'LAN1']);
});

it('shows few ports in one row', () => {
  expect(layOutPanel(ports(5))[0]?.rows).toBe(1);
});

it('moves by arrow keys, also from block to block, and stays at the edges', () => {
  const cells = layOutPanel(ports(24)).flatMap((block) => block.cells);
  const move = (from: number, key: string) => neighbourOf(cells, `Ethernet${from}`, key);
  expect(move(1, 'ArrowRight')).toBe('Ethernet3');
  expect(move(1, 'ArrowDown')).toBe('Ethernet2');
  expect(move(2, 'ArrowUp')).toBe('Ethernet1');
  expect(move(12, 'ArrowRight')).toBe('Ethernet14');
  expect(move(1, 'ArrowLeft')).toBeNull();
  expect(move(1, 'ArrowUp')).toBeNull();
  expect(move(5, 'End')).toBe('Ethernet24');
  expect(move(5, 'x')).toBeNull();
});

it('moves to the other row at a column with a single port', () => {
  const cells = layOutPanel(ports(7)).flatMap((block) => block.cells);
  expect(neighbourOf(cells, 'Ethernet6', 'ArrowRight')).toBe('Ethernet7');
});
