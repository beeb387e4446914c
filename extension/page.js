// What the extension runs in a page: the whole library, with the model that answers on the server of the options.
import { extract, loadModel } from 'webpith';
import { toggle } from './reader.js';

toggle(extract, async () => {
  try {
    const { model } = await chrome.storage.local.get('model');
    return model && loadModel(model.file);
  } catch {
    return undefined; // the default answers, or this version cannot read the model
  }
});
