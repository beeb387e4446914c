/** The cookie that carries a token where a browser sends no header: frames and event streams. */
const TOKEN_COOKIE = 'pith-token';

/** The token of a request's cookies. */
export function tokenFromCookies(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === TOKEN_COOKIE) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** The header that keeps a token in the browser until it is closed: no script can read it, no other site can use it. */
export function keepingCookie(secret: string, secure: boolean): string {
  return `${TOKEN_COOKIE}=${secret}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}

/** The header that makes the browser forget the token. */
export function forgettingCookie(): string {
  return `${TOKEN_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
}
