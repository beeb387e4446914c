import type { Box, ElementName, Layout, PageTree } from 'webpith/stages';
import { defaultDisplay } from './element-names.js';
import { CORNERS, isSafeValue, SIDES, STYLE_PROPERTIES, type StyleProperty } from './properties.js';

export interface Written {
  readonly node: number;
  readonly name: ElementName;
  readonly display: string;
}

const FLEXIBLE = /^(?:inline-)?(?:flex|grid)$/;

/** Keeps the CSS `display` of the page unless it depends on elements that were left out. */
export function displayOf(layout: Layout, node: number, name: ElementName, keptChildren: number): string {
  const normal = defaultDisplay(name);
  const display = layout.style(node, 'display') ?? normal;
  if (display === 'none' || display === 'contents') return normal;
  if (display.startsWith('table') || display === 'list-item') return normal;
  if (FLEXIBLE.test(display) && keptChildren < 2)
    return display.startsWith('inline') ? 'inline-block' : 'block';
  if (normal.startsWith('table') || normal === 'list-item') return normal;
  return display;
}

export function declarationsOf(
  tree: PageTree,
  element: Written,
  parent: Written | undefined,
): Map<string, string> {
  const layout = tree.layout!;
  const { node, name, display } = element;
  const declarations = new Map<string, string>();
  if (display !== defaultDisplay(name)) declarations.set('display', display);
  for (const property of STYLE_PROPERTIES) {
    if (!applies(property, display, parent)) continue;
    const value = layout.style(node, property.name);
    if (value === undefined || value === '' || value === defaultValue(layout, property, parent)) continue;
    if (property.name.endsWith('-color') && isBorderless(layout, node, property.name)) continue;
    if (isSafeValue(value)) declarations.set(property.name, value);
  }
  const width = widthOf(layout, element, parent);
  if (width !== undefined) declarations.set('width', `${width}px`).set('max-width', '100%');
  return shorten(declarations);
}

export function styleOf(declarations: ReadonlyMap<string, string>): string {
  return Array.from(declarations, ([name, value]) => `${name}:${value}`).join(';');
}

function defaultValue(
  layout: Layout,
  { name, inherited, initial }: StyleProperty,
  parent: Written | undefined,
): string {
  return inherited && parent !== undefined ? (layout.style(parent.node, name) ?? initial) : initial;
}

const CONTAINER_ONLY = new Set([
  'flex-direction',
  'flex-wrap',
  'justify-content',
  'align-items',
  'row-gap',
  'grid-template-columns',
]);

function applies({ name }: StyleProperty, display: string, parent: Written | undefined): boolean {
  if (CONTAINER_ONLY.has(name)) return FLEXIBLE.test(display);
  if (parent === undefined) return !name.startsWith('margin-') && name !== 'float';
  return true;
}

function isBorderless(layout: Layout, node: number, name: string): boolean {
  if (!name.startsWith('border-')) return false;
  return layout.style(node, name.replace('-color', '-style')) === 'none';
}

/** The width, if it differs from the one the element would have by default. */
function widthOf(
  layout: Layout,
  { node, display }: Written,
  parent: Written | undefined,
): number | undefined {
  const box = layout.box(node);
  if (box === undefined || parent === undefined || display === 'inline' || display.startsWith('table-'))
    return undefined;
  if (display === 'inline-block' || display === 'table' || FLEXIBLE.test(parent.display))
    return round(box.width);
  if (layout.style(node, 'float') !== 'none') return round(box.width);
  const available = contentWidth(layout, parent.node);
  if (available === undefined) return undefined;
  const margins = pixels(layout, node, 'margin-left') + pixels(layout, node, 'margin-right');
  return Math.abs(available - margins - box.width) > 1 ? round(box.width) : undefined;
}

function contentWidth(layout: Layout, node: number): number | undefined {
  const box: Box | undefined = layout.box(node);
  if (box === undefined) return undefined;
  const insets = ['left', 'right'].map(
    side => pixels(layout, node, `padding-${side}`) + pixels(layout, node, `border-${side}-width`),
  );
  return box.width - insets[0]! - insets[1]!;
}

function pixels(layout: Layout, node: number, name: string): number {
  return Number.parseFloat(layout.style(node, name) ?? '') || 0;
}

export function round(length: number): number {
  return Math.round(length * 100) / 100;
}

const SHORTHANDS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ['margin', SIDES.map(side => `margin-${side}`)],
  ['padding', SIDES.map(side => `padding-${side}`)],
  ['border-style', SIDES.map(side => `border-${side}-style`)],
  ['border-width', SIDES.map(side => `border-${side}-width`)],
  ['border-color', SIDES.map(side => `border-${side}-color`)],
  ['border-radius', CORNERS.map(corner => `border-${corner}-radius`)],
];

function shorten(declarations: ReadonlyMap<string, string>): Map<string, string> {
  const shorter = new Map(declarations);
  for (const [name, parts] of SHORTHANDS) {
    const values = new Set(parts.map(part => shorter.get(part)));
    const [value] = values;
    if (values.size !== 1 || value === undefined) continue;
    for (const part of parts) shorter.delete(part);
    shorter.set(name, value);
  }
  return shorter;
}
