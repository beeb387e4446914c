import { ATTR, TAG } from '../tree/names.js';
import type { Claims } from './claims.js';
import type { Survey } from './survey.js';

export function claimFromRelations({ tree, relations }: Survey, claims: Claims): void {
  for (const node of relations) {
    const relation = tree.attribute(node, ATTR.rel)!;
    if (relation.length > 100) continue;
    const isLink = tree.tag[node] === TAG.link;
    for (const kind of relation.toLowerCase().split(/\s+/)) {
      if (kind === 'license') claims.add('license', tree.attribute(node, ATTR.href) ?? '', 'rel-license');
      else if (isLink && kind === 'canonical')
        claims.add('canonicalUrl', tree.attribute(node, ATTR.href) ?? '', 'link');
      else if (isLink && kind === 'image_src')
        claims.add('image', tree.attribute(node, ATTR.href) ?? '', 'link');
    }
  }
}
