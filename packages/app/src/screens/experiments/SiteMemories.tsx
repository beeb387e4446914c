import { server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { clearExtractCache } from '../../page/views.js';
import { RemoveButton } from '../../ui/Dialog.js';
import { ProblemNotice } from '../../ui/messages.js';
import { counted, formatTime } from '../../ui/words.js';

/** The memories of sites; nothing if there are none, since the server stores them only if so configured. */
export function SiteMemories() {
  const memories = useLoaded(server.memories, []);
  const onRemoved = () => {
    clearExtractCache();
    memories.reload();
  };
  if (memories.problem) return <ProblemNotice error={memories.problem} />;
  if (!memories.data?.length) return null;
  return (
    <section class="sheet stack" aria-label="Site memories">
      <div>
        <h2>Site memories</h2>
        <p class="hint">
          Fingerprints of the pages that were fetched from a site, without their text. Text that repeats on
          these pages is dropped from other pages of the site.
        </p>
      </div>
      <ul class="plain-list column sites">
        {memories.data.map(({ site, pages, updated }) => (
          <li key={site} class="spread">
            <span>
              <strong>{site}</strong>{' '}
              <span class="hint">
                {counted(pages, 'page')}, last on {formatTime(updated)}
              </span>
            </span>
            <RemoveButton
              thing="memory"
              name={`of ${site}`}
              detail={`The memory of ${site} starts again with the next page fetched from it.`}
              remove={() => server.removeMemory(site)}
              onRemoved={onRemoved}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
