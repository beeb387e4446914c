import type { PageMeasurements } from '../features/measurements/page-measurements.js';

const DISCUSSION_TYPE = /^(?:DiscussionForumPosting|QAPage|Question)$/;
const DISCUSSION_ADDRESS =
  /\/(?:forums?|threads?|topics?|viewtopic|showthread|discussions?|questions\/\d)(?:[/.?-]|$)|\/\/(?:forums?|discuss|discussions?|boards?|bbs)\.|\/r\/\w{1,30}\/comments\/|\/(?:issues|pull|merge_requests)\/\d/i;

/** Whether a page's types of schema.org or its address say that it is a discussion. */
export function declaresDiscussion(facts: PageMeasurements): boolean {
  return facts.hints.schemaTypes.some(type => DISCUSSION_TYPE.test(type)) || hasDiscussionAddress(facts);
}

const THREAD_TYPE = /^(?:DiscussionForumPosting|QAPage)$/;

/**
 * Whether a page declares a thread by a type of schema.org that no other kind of page declares: all 81 pages of the training
 * corpora that do are threads.
 */
export function declaresThread({ hints }: PageMeasurements): boolean {
  return hints.schemaTypes.some(type => THREAD_TYPE.test(type));
}

/** Whether its address is one that discussion software gives. */
export function hasDiscussionAddress({ hints: { url } }: PageMeasurements): boolean {
  return url !== undefined && DISCUSSION_ADDRESS.test(url.slice(0, 500));
}
