// Script of the bookmarklet. A bookmark contains the whole script, so it uses the small library.
import { extract } from 'webpith/small';
import { toggle } from './reader.js';

toggle(extract);
