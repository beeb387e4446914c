import { useWaiting } from '../client/waiting.js';

/** Says what takes long, on every screen; where the screen says it itself, that is enough. */
export function StillWaiting() {
  const what = useWaiting();
  return (
    <div class="still-waiting" role="status">
      {what !== undefined && (
        <p>
          <span class="spinner" aria-hidden="true" />
          {what}
        </p>
      )}
    </div>
  );
}
