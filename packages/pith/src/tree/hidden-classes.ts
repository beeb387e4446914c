import { knownNames, nameHashStep } from './names.js';

const HIDING_CLASSES = knownNames(
  (
    'hidden hide invisible d-none display-none is-hidden u-hidden js-hidden ng-hide sr-only sr_only sronly is-sr-only ' +
    'usa-sr-only screen-reader-text screen-reader screen-reader-only screenreader screenreader-only visually-hidden ' +
    'visuallyhidden is-visually-hidden u-visually-hidden govuk-visually-hidden cdk-visually-hidden element-invisible ' +
    'elementor-screen-only show-for-sr hidden-visually a11y-hidden assistive-text uk-hidden offscreen off-screen off-left ' +
    'a-offscreen noshow opacity-0 scale-0 text-transparent d-print-block print-only print:block visible-print ' +
    'visible-print-block'
  ).split(' '),
);

/** Class names that show the element again on a wide window: `hidden md:block`, `d-none d-lg-flex`. */
const SHOWS_ON_WIDE =
  /(?:^|\s)(?:(?:max-)?(?:xs|sm|md|lg|xl|2xl|xxl|tablet|desktop|laptop|wide)[:_-](?:block|flex|grid|inline\S{0,10}|table\S{0,10}|contents|visible|not-sr-only|opacity-\d{2,3}|show)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|grid|inline\S{0,10}|table\S{0,10})|(?:visible|show|shown)-(?:sm|md|lg|xl|desktop|large|medium)\S{0,15}|(?:group-)?(?:hover|focus\S{0,10}|peer-checked|data-\S{1,30}|aria-\S{1,30}|open):(?:block|flex|grid|visible|opacity-\d{2,3})|bg-clip-text|animate\S{0,30}|aos-\S{1,20}|wow|fade\S{0,20}|transition\S{0,20})(?=\s|$)/i;

export function hidesByClass(source: string, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const from = i;
    let hash = 0;
    for (let c = source.charCodeAt(i); i < end && c > 32; c = source.charCodeAt(++i))
      hash = nameHashStep(hash, c);
    if (i > from && HIDING_CLASSES.find(source, from, i, hash) >= 0)
      return !SHOWS_ON_WIDE.test(source.slice(start, Math.min(end, start + LONGEST_LIST)));
    i++;
  }
  return false;
}

const LONGEST_LIST = 2_000;
