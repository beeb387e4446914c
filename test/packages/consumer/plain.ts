// A TypeScript program compiled without the DOM library and without the types of Node.
import { extract, extractFrom, type PageInput } from 'webpith';
import { Readability } from 'webpith/readability';
import { treeFromHtml } from 'webpith/stages';

const input: PageInput = '<p>Tides';
export const used = [extract(input).title, extractFrom, Readability, treeFromHtml];

// @ts-expect-error: a number is no page
extract(5);
// @ts-expect-error: neither is an object
extract({ html: '<p>Tides' });
