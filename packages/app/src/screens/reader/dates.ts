const WITH_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const DAY_ONLY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A date as one would write it, by the clock of the page; what is no ISO date stays as the page has it. */
export function formatDate(date: string | undefined): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(date ?? '');
  if (parts === null) return date ?? '';
  const time = new Date(`${parts[1]}T${parts[2] ?? '00:00'}Z`);
  if (Number.isNaN(time.getTime())) return date!;
  return (parts[2] === undefined ? DAY_ONLY : WITH_TIME).format(time);
}
