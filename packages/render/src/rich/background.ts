import type { PageTree } from 'webpith/stages';
import { type Colour, colourText, laidOver, meanOfGradient, readColour, WHITE } from './colour.js';
import { isSafeValue } from './properties.js';

/** What is behind a text: the declarations that draw it, and its colour; of a gradient, the mean. */
export interface Background {
  readonly style: string;
  readonly colour: Colour;
}

/**
 * What shows behind a node on its page: the colours of the elements around it, from the innermost out to one that covers
 * all, laid over each other, and a gradient among them. Pictures do not come along: what they were laid under stays.
 */
export function backgroundBehind(tree: PageTree, node: number): Background {
  const clear: Colour[] = [];
  let base = WHITE;
  let gradient: string | undefined;
  for (let up = node; up > 0; up = tree.parent[up]!) {
    const image = tree.layout!.style(up, 'background-image');
    if (gradient === undefined && image !== undefined && isSafeValue(image) && meanOfGradient(image, WHITE)) {
      gradient = image;
    }
    const colour = readColour(tree.layout!.style(up, 'background-color'));
    if (colour === undefined || colour[3] === 0) continue;
    if (colour[3] === 1) {
      base = colour;
      break;
    }
    clear.push(colour);
  }
  const colour = clear.reduceRight((below, own) => laidOver(own, below), base);
  const style = `background-color:${colourText(colour)}`;
  const mean = meanOfGradient(gradient, colour);
  return mean === undefined
    ? { style, colour }
    : { style: `${style};background-image:${gradient}`, colour: mean };
}

/** The background after an element's own declarations, over what is beneath it. */
export function backgroundWithin(declarations: ReadonlyMap<string, string>, beneath: Colour): Colour {
  const own = readColour(declarations.get('background-color'));
  const colour = own === undefined ? beneath : laidOver(own, beneath);
  return meanOfGradient(declarations.get('background-image'), colour) ?? colour;
}
