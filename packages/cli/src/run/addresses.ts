/** An address without the place in its page. */
export function withoutFragment(address: string): string {
  return address.split('#', 1)[0]!;
}

/** Whether two addresses are of one host; what is no address is of none. */
export function isSameHost(address: string, other: string): boolean {
  return URL.canParse(address) && URL.canParse(other) && new URL(address).host === new URL(other).host;
}
