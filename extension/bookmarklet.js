// What the bookmarklet runs: a bookmark holds all of its script, so it takes the small library.
import { extract } from 'webpith/small';
import { toggle } from './reader.js';

toggle(extract);
