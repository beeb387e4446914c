import { useEffect, useRef, useState } from 'preact/hooks';
import { problemFromText, type RequestProblem } from '../../client/problem.js';
import { CheckField } from '../../ui/Field.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';

type OwnStyleState = 'drawing' | 'there' | RequestProblem;

/** The article in the style of its page; needs a browser on the server. Where it has none, the reason is shown. */
export function OwnStyle({ view }: { view: string }) {
  const [state, setState] = useState<OwnStyleState>('drawing');
  const [assets, setAssets] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const onLoad = () => {
      const document = element.contentDocument;
      if (document === null || document.URL === 'about:blank') return;
      // What cannot be drawn is answered with a problem instead of a page.
      const isPage = document.contentType === 'text/html';
      setState(isPage ? 'there' : problemFromText(document.body?.textContent ?? ''));
    };
    element.addEventListener('load', onLoad);
    setState('drawing');
    element.src = `/frame/views/${encodeURIComponent(view)}/rich?assets=${assets ? 1 : 0}`;
    return () => element.removeEventListener('load', onLoad);
  }, [view, assets]);
  return (
    <div class="stack">
      <CheckField
        label="Load styles and pictures from the page’s servers"
        checked={assets}
        onChecked={setAssets}
      />
      {state === 'drawing' && <Waiting label="Drawing the page in a browser" />}
      {typeof state === 'object' && <ProblemNotice error={state} />}
      <iframe
        ref={frame}
        class="rich-frame"
        title="The article in its own style"
        sandbox="allow-same-origin"
        referrerpolicy="no-referrer"
        hidden={state !== 'there'}
      />
      {state === 'there' && !assets && (
        <p class="hint">Drawn from the page alone: no other server was asked.</p>
      )}
    </div>
  );
}
