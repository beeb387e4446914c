import { parseHTML } from 'linkedom';
import { type Outline, outlineOf } from '../outline.js';

/** A page as in the frame: elements and texts have node ids; `hidden` is invisible. */
const SAMPLE = `<html data-pith-node="1"><head data-pith-node="2"><title>t</title></head><body data-pith-node="3">
<nav data-pith-node="4"><a data-pith-node="5"><pith-text data-pith-node="6">Home</pith-text></a></nav>
<main data-pith-node="7">
<div data-pith-node="8" hidden><pith-text data-pith-node="9">unseen</pith-text></div>
<h1 data-pith-node="10"><pith-text data-pith-node="11">Tides</pith-text></h1>
<p data-pith-node="12"><pith-text data-pith-node="13">High at </pith-text><b data-pith-node="14"><pith-text data-pith-node="15">six</pith-text></b></p>
<p data-pith-node="16"><pith-element data-pith-tag="video" data-pith-node="17"></pith-element></p>
</main>
<footer data-pith-node="18"><pith-text data-pith-node="19">Courier</pith-text></footer>
</body></html>`;

export function sampleOutline(): Outline {
  const { document } = parseHTML(SAMPLE);
  return outlineOf(document.documentElement, element => element.closest('[hidden]') === null);
}

/** The index of a node in the outline by its id. */
export function at(outline: Outline, node: number): number {
  return outline.at.get(node)!;
}
