/**
 * Checks the document for anything that could run, then triggers every event on every element and clicks links that are
 * not web addresses. Repeats this after parsing the document's HTML twice more.
 */
const provoke = `() => {
  const report = window.attackReport;
  const RUNS = 'script,iframe,frame,object,embed,applet,base,meta[http-equiv],form[action],svg script,animate,set,use,portal,foreignObject';
  const EVENTS = ['click', 'dblclick', 'mouseover', 'mouseenter', 'mousemove', 'mousedown', 'mouseout', 'pointerdown', 'pointerover',
    'pointerenter', 'pointermove', 'focus', 'focusin', 'blur', 'focusout', 'keydown', 'keyup', 'keypress', 'input', 'beforeinput',
    'change', 'select', 'selectstart', 'submit', 'reset', 'invalid', 'toggle', 'beforetoggle', 'cancel', 'close', 'copy', 'cut', 'paste',
    'drag', 'dragstart', 'dragend', 'dragenter', 'dragover', 'drop', 'touchstart', 'touchend', 'touchmove', 'wheel', 'scroll', 'scrollend',
    'contextmenu', 'auxclick', 'mouseup', 'mouseleave', 'pointerup', 'gotpointercapture', 'lostpointercapture', 'load', 'error',
    'transitionend', 'transitionrun', 'animationstart', 'animationend', 'animationiteration', 'webkitAnimationStart', 'webkitTransitionEnd',
    'play', 'pause', 'ended', 'seeked', 'timeupdate', 'volumechange', 'waiting', 'cuechange', 'loadstart', 'canplay', 'formdata',
    'fullscreenchange', 'securitypolicyviolation', 'beforematch', 'begin', 'end', 'repeat', 'resize', 'hashchange', 'message'];
  const look = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(RUNS) && !element.matches('[data-harness]')) report('element: ' + element.nodeName);
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name) || name === 'srcdoc' || name === 'formaction') report('attribute: ' + name);
        if (/^(?:xlink:)?href$|^src$|^action$|^data$|^poster$|^cite$|^background$/i.test(name)) {
          let scheme = '';
          try { scheme = new URL(value, 'https://base.example/').protocol; } catch {}
          if (['javascript:', 'vbscript:', 'file:', 'blob:', 'filesystem:'].includes(scheme)) report('address: ' + value.slice(0, 80));
          if (scheme === 'data:' && !(element.nodeName === 'IMG' && /^data:image/i.test(value))) report('address: ' + value.slice(0, 80));
        }
      }
    }
  };
  const act = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.attributes.length === 0) continue;
      if (element.matches('a[href], area[href], svg a') ) {
        const href = element.href?.baseVal ?? element.href ?? '';
        if (!/^(?:https?|mailto|ftp):/.test(String(href)) ) element.dispatchEvent(new MouseEvent('click', { bubbles: false, cancelable: true }));
        continue;
      }
      if (element.matches('button, input[type=submit], input[type=image]') && element.form) element.click();
      for (const { name } of [...element.attributes])
        if (name.startsWith('on')) element.dispatchEvent(new Event(name.slice(2), { bubbles: false, cancelable: true }));
    }
    for (const event of EVENTS) root.dispatchEvent(new Event(event, { bubbles: true, cancelable: true }));
  };
  look(document);
  act(document);
  const body = document.body;
  if (!(body instanceof HTMLElement)) return;
  let html = body.innerHTML;
  for (let round = 0; round < 2; round++) {
    const again = document.createElement('div');
    again.innerHTML = html;
    look(again);
    body.append(again);
    act(again);
    html = again.innerHTML;
  }
}`;

/** Runs in every frame before the document's own scripts, and reports all code that runs there. */
export const WATCH = `(() => {
  const report = what => { try { window.attackHappened(String(what)); } catch {} };
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'fetch'])
    window[name] = (...values) => { report(name + '(' + values.join(', ').slice(0, 100) + ')'); };
  window.attackReport = report;
  window.attackProvoke = ${provoke};
})()`;

/** `provoke` in one frame. */
export const PROVOKE = `(${provoke})()`;

/** `provoke` in all frames of a page; returns the indexes of frames out of reach. */
export const PROVOKE_FRAMES = `Array.from({ length: window.length }, (_, n) => n).filter(n => {
  try { window[n].attackProvoke(); } catch { return true; }
})`;
