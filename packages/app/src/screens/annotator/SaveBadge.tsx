import type { SaveState } from '../../annotation/saving.js';
import { counted } from '../../annotation/say.js';
import { sendNow, useSavingStatus } from './save-queues.js';

const STATE_TITLES: Record<SaveState, string> = {
  saved: 'Saved',
  saving: 'Saving',
  waiting: 'Not saved yet',
  refused: 'Not saved',
};

/** Whether all labels have reached the server; read out when it changes. */
export function SaveBadge() {
  const { state, unsent, reason } = useSavingStatus();
  const isStuck = state === 'waiting' || state === 'refused';
  return (
    <span class={`save-badge ${state}`}>
      <span role="status">
        <span class="save-dot" aria-hidden="true" /> {STATE_TITLES[state]}
        {isStuck && `: ${counted(unsent, 'change')}. ${reason ?? ''}`}
      </span>
      {isStuck && (
        <button type="button" class="button quiet small" onClick={sendNow}>
          Try now
        </button>
      )}
    </span>
  );
}
