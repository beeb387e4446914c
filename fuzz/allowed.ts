import { MATH_ATTRIBUTES, MATH_ELEMENTS } from '../packages/pith/src/content/math-element.js';

export { HTML_ELEMENTS } from '../packages/pith/src/output/html-elements.js';

export function isAllowedMath(name: string, attribute?: string): boolean {
  return MATH_ELEMENTS.has(name) && (attribute === undefined || MATH_ATTRIBUTES.has(attribute));
}
