// A TypeScript program of a CommonJS project.
import fetching = require('@webpith/fetch');
import pith = require('webpith');
import readability = require('webpith/readability');

const article: pith.Article = pith.extract('<p>Tides');
export = [article.title, pith.PithError, readability.parse, fetching.fetchPage];
