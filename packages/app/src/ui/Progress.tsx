/** How far something is, from 0 to 1; without a share it only says that it goes on. */
export function Progress({ label, share }: { label: string; share?: number | undefined }) {
  return (
    <div class="progress">
      <span class="progress-label">
        {label}
        {share !== undefined && <span class="figure"> {Math.round(share * 100)} %</span>}
      </span>
      <progress aria-label={label} max={1} {...(share === undefined ? {} : { value: share })} />
    </div>
  );
}

/** Stands where something will be; shown only when that takes a while. */
export function Waiting({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      {label}
    </div>
  );
}
