import type { PageMeasurements } from '../features/measurements/page-measurements.js';

const DISCUSSION_TYPE = /^(?:DiscussionForumPosting|QAPage|Question)$/;
const DISCUSSION_ADDRESS =
  /\/(?:forums?|threads?|topics?|viewtopic|showthread|discussions?|questions\/\d)(?:[/.?-]|$)|\/\/(?:forums?|discuss|discussions?|boards?|bbs)\.|\/\/lists?\.|\/(?:pipermail|hyperkitty|mailman)\/|\/r\/\w{1,30}\/comments\/|\/(?:issues|pull|merge_requests)\/\d/i;

export function declaresDiscussion(page: PageMeasurements): boolean {
  return page.hints.schemaTypes.some(type => DISCUSSION_TYPE.test(type)) || hasDiscussionAddress(page);
}

const THREAD_TYPE = /^(?:DiscussionForumPosting|QAPage)$/;

/**
 * True if the page declares a schema.org type of discussions. All 81 such pages of the training corpora are
 * discussions.
 */
export function declaresThread({ hints }: PageMeasurements): boolean {
  return hints.schemaTypes.some(type => THREAD_TYPE.test(type));
}

export function hasDiscussionAddress({ hints: { url } }: PageMeasurements): boolean {
  return url !== undefined && DISCUSSION_ADDRESS.test(url.slice(0, 500));
}
