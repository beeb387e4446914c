/** The sections of the experiment, in the order of a whole run. */
export const SECTION_NAMES = ['shipped', 'pages', 'split', 'ways', 'curve', 'learners'] as const;
