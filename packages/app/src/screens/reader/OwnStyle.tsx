import { useEffect, useRef, useState } from 'preact/hooks';
import { problemFromText, type RequestProblem } from '../../client/problem.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';

type State = 'drawing' | 'there' | RequestProblem;

/** The article in the style of its page; needs a browser on the server. Where it has none, the reason is shown. */
export function OwnStyle({ view }: { view: string }) {
  const [state, setState] = useState<State>('drawing');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const element = frame.current!;
    const look = () => {
      const document = element.contentDocument;
      if (document === null || document.URL === 'about:blank') return;
      // What cannot be drawn is answered with a problem instead of a page.
      const isPage = document.contentType === 'text/html';
      setState(isPage ? 'there' : problemFromText(document.body?.textContent ?? ''));
    };
    element.addEventListener('load', look);
    element.src = `/frame/views/${encodeURIComponent(view)}/rich`;
    return () => element.removeEventListener('load', look);
  }, [view]);
  return (
    <div class="stack">
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
      {state === 'there' && <p class="hint">Pictures come from the page’s own site.</p>}
    </div>
  );
}
