/** Ad servers that have existed for long, because Crunch's own list is not published. Subdomains count too. */
export const AD_SERVERS: readonly string[] = [
  '2mdn.net',
  '33across.com',
  'adform.net',
  'adnxs.com',
  'adroll.com',
  'ads.yahoo.com',
  'adservice.google.com',
  'adsrvr.org',
  'advertising.com',
  'amazon-adsystem.com',
  'atdmt.com',
  'casalemedia.com',
  'criteo.com',
  'criteo.net',
  'doubleclick.com',
  'doubleclick.net',
  'fastclick.net',
  'googleadservices.com',
  'googlesyndication.com',
  'mgid.com',
  'openx.net',
  'outbrain.com',
  'pubmatic.com',
  'revcontent.com',
  'rubiconproject.com',
  'sharethrough.com',
  'smartadserver.com',
  'taboola.com',
  'teads.tv',
  'tribalfusion.com',
  'yieldmo.com',
  'zedo.com',
];

/** True if the address is on one of the hosts or a subdomain of it. */
export function pointsTo(address: string, hosts: ReadonlySet<string>): boolean {
  const start = address.indexOf('//');
  if (start < 0 || start > 8) return false;
  let stop = start + 2;
  while (stop < address.length && !'/?#:'.includes(address[stop]!)) stop++;
  let host = address.slice(start + 2, stop).toLowerCase();
  for (;;) {
    if (hosts.has(host)) return true;
    const dot = host.indexOf('.');
    if (dot < 0) return false;
    host = host.slice(dot + 1);
  }
}
