// Content script of the extension: extracts with the full library and the default model of the server.
import { extract, loadModel } from 'webpith';
import { toggle } from './reader.js';

toggle(extract, async () => {
  try {
    const { model } = await chrome.storage.local.get('model');
    return model && loadModel(model.file);
  } catch {
    return undefined; // no model, or this version cannot read it
  }
});
