// A TypeScript program of a CommonJS project, compiled to `require`.
import { fetchPage } from '@webpith/fetch';
import { type Article, extract, PithError } from 'webpith';
import { parse } from 'webpith/readability';

const article: Article = extract('<p>Tides');
export const used = [article.title, PithError, parse, fetchPage];
