/** What a foreign page may do in its frame: be looked at. No script, no form, no request but those that are named. */
const ALWAYS = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];

/** The policy of a frame: styles of the page itself, and with its assets also its pictures, styles and fonts. */
export function framePolicy(assets: boolean): string {
  const from = assets ? ' https:' : '';
  return [
    ...ALWAYS,
    `style-src 'unsafe-inline'${from}`,
    `img-src data:${from}`,
    `font-src data:${from}`,
  ].join('; ');
}
