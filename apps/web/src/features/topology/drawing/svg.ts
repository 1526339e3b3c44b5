import { FONTS } from '../../../shared/theme/tokens.ts';
import type { Box } from '../../../shared/viewport/geometry.ts';
import { NODE } from '../model/axes.ts';
import {
  type Drawing,
  type InternetDrawing,
  type LinkDrawing,
  type NodeDrawing,
  type StrangerDrawing,
  TEXT,
} from './drawables.ts';
import { GLYPHS } from './glyphs.ts';
import type { Colours } from './painting.ts';

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
    ...drawing.strangers.map((stranger) => strangerSvg(stranger, colours)),
    drawing.internet === null ? '' : internetSvg(drawing.internet, colours),
    ...drawing.nodes.map((node) => nodeSvg(node, colours)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${left} ${top} ${width} ${height}" font-family="${escaped(FONTS.text)}">\n` +
    `<title>${escaped(title)}</title>\n${parts.join('\n')}\n</svg>\n`
  );
}

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

function linkSvg({ line, style, texts, lit }: LinkDrawing, colours: Colours): string {
  const corners = line.corners.map(
    ({ before, at: bend, after }) => `L${at(before)}Q${at(bend)} ${at(after)}`,
  );
  const path = `M${at(line.from)}${corners.join('')}L${at(line.to)}`;
  const dash = style.dash.length === 0 ? '' : ` stroke-dasharray="${style.dash.join(' ')}"`;
  const stroke = lit
    ? `stroke="${colours.primary}" stroke-width="3.5"`
    : `stroke="${colours[style.colour]}" stroke-width="${style.width}"${dash}`;
  const labels = texts.map(
    ({ text, x, y, align }) =>
      `<text x="${round(x)}" y="${round(y + 4)}" font-size="11" text-anchor="${ANCHORS[align]}" ` +
      `fill="${colours.text2}" stroke="${colours.surface}" stroke-width="4" paint-order="stroke">${escaped(text)}</text>`,
  );
  return `<path d="${path}" fill="none" ${stroke}/>${labels.join('')}`;
}

function strangerSvg({ x, y, name, note }: StrangerDrawing, colours: Colours): string {
  const [left, top] = [round(x - NODE.width / 2), round(y - NODE.height / 2)];
  return (
    `<rect x="${left}" y="${top}" width="${NODE.width}" height="${NODE.height}" rx="6" ` +
    `fill="${colours.surface}" stroke="${colours.text3}" stroke-dasharray="2 3"/>` +
    `<text x="${left + TEXT.right}" y="${round(y + TEXT.name + 1)}" font-size="12.5" font-weight="500" fill="${colours.text2}">${escaped(name)}</text>` +
    `<text x="${left + TEXT.right}" y="${round(y + TEXT.note + 4)}" font-size="11" fill="${colours.text2}">${escaped(note)}</text>`
  );
}

function internetSvg({ x, y, name }: InternetDrawing, colours: Colours): string {
  const [left, top] = [round(x - NODE.width / 2), round(y - NODE.height / 2)];
  return (
    `<rect x="${left}" y="${top}" width="${NODE.width}" height="${NODE.height}" rx="${NODE.height / 2}" ` +
    `fill="${colours.selectedBg}" stroke="${colours.primary}"/>` +
    `<text x="${round(x)}" y="${round(y + 4)}" font-size="12.5" font-weight="600" text-anchor="middle" fill="${colours.selectedText}">${escaped(name)}</text>`
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
