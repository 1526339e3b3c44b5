import { FONTS } from '../../../shared/theme/tokens.ts';
import type { Box } from '../../../shared/viewport/geometry.ts';
import { NODE } from '../model/layout.ts';
import { type Drawing, type LinkDrawing, type NodeDrawing, TEXT } from './drawables.ts';
import { GLYPHS } from './glyphs.ts';
import type { Colours } from './paint.ts';

const MARGIN = 32;
const TITLE = 40;

/** The whole diagram as SVG, with its title. */
export function svgOf(drawing: Drawing, bounds: Box, colours: Colours, title: string): string {
  const width = Math.ceil(bounds.width + 2 * MARGIN);
  const height = Math.ceil(bounds.height + 2 * MARGIN + TITLE);
  const [left, top] = [Math.floor(bounds.x - MARGIN), Math.floor(bounds.y - MARGIN - TITLE)];
  const parts = [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colours.surface}"/>`,
    `<text x="${left + MARGIN}" y="${top + MARGIN}" font-size="18" font-weight="600" fill="${colours.text}">${escaped(title)}</text>`,
    ...drawing.links.map((link) => linkSvg(link, colours)),
    ...drawing.strangers.map(
      ({ x, y, name }) =>
        `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="${colours.text3}"/>` +
        `<text x="${x}" y="${y + 16}" font-size="11" text-anchor="middle" fill="${colours.text2}">${escaped(name)}</text>`,
    ),
    ...drawing.nodes.map((node) => nodeSvg(node, colours)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${left} ${top} ${width} ${height}" font-family="${escaped(FONTS.text)}">\n` +
    `<title>${escaped(title)}</title>\n${parts.join('\n')}\n</svg>\n`
  );
}

function linkSvg({ curve, style, label, labelAt, lit }: LinkDrawing, colours: Colours): string {
  const { from, bend1, bend2, to } = curve;
  const path = `M${at(from)}C${at(bend1)} ${at(bend2)} ${at(to)}`;
  const dash = style.dash.length === 0 ? '' : ` stroke-dasharray="${style.dash.join(' ')}"`;
  const line = lit
    ? `<path d="${path}" fill="none" stroke="${colours.primary}" stroke-width="3.5"/>`
    : `<path d="${path}" fill="none" stroke="${colours[style.colour]}" stroke-width="${style.width}"${dash}/>`;
  if (label === '') return line;
  return (
    `${line}<text x="${round(labelAt.x)}" y="${round(labelAt.y + 4)}" font-size="11" text-anchor="middle" ` +
    `fill="${colours.text2}" stroke="${colours.surface}" stroke-width="4" paint-order="stroke">${escaped(label)}</text>`
  );
}

function nodeSvg(
  { x, y, kind, name, note, tone, isAway, alarms, folded, lit }: NodeDrawing,
  colours: Colours,
): string {
  const [left, top] = [round(x - NODE.width / 2), round(y - NODE.height / 2)];
  const border = lit ? colours.primary : isAway ? colours.text3 : colours.border;
  const dash = isAway ? ' stroke-dasharray="4 3"' : '';
  const text = left + TEXT.left;
  const right = left + NODE.width - TEXT.right;
  return [
    `<g><rect x="${left}" y="${top}" width="${NODE.width}" height="${NODE.height}" rx="6" ` +
      `fill="${isAway ? colours.layout : colours.elevated}" stroke="${border}"${dash}/>`,
    `<path d="${GLYPHS[kind]}" transform="translate(${left + 11} ${round(y - 10)})" fill="none" ` +
      `stroke="${colours.text2}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<text x="${text}" y="${round(y + TEXT.name + 1)}" font-size="12.5" font-weight="500" fill="${colours.text}">${escaped(name)}</text>`,
    `<circle cx="${text + 4}" cy="${round(y + TEXT.note)}" r="4" fill="${colours[tone]}"/>`,
    `<text x="${text + 13}" y="${round(y + TEXT.note + 4)}" font-size="11" fill="${colours.text2}">${escaped(note)}</text>`,
    alarms === ''
      ? ''
      : `<text x="${right}" y="${round(y + TEXT.name + 1)}" font-size="11" text-anchor="end" fill="${colours.error}">▲ ${escaped(alarms)}</text>`,
    folded === ''
      ? ''
      : `<text x="${right}" y="${top + NODE.height + 4}" font-size="11" text-anchor="end" fill="${colours.selectedText}">${escaped(folded)}</text>`,
    '</g>',
  ].join('');
}

function at({ x, y }: { readonly x: number; readonly y: number }): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes names of people and unknown devices. */
export function escaped(text: string): string {
  // Control characters are invalid in XML.
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  return text.replaceAll(/[\u0000-\u001f]/g, ' ').replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
