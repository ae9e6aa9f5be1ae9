const YEAR_DAYS = 365;

/**
 * On https browsers take a cookie with this prefix from this host alone, for every path and only over TLS, so a sibling
 * subdomain cannot plant one. The server names its own by the same rule.
 */
const fullName = (name: string) => (location.protocol === "https:" ? `__Host-${name}` : name);

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split("; ")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at) === fullName(name)) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** Stored for the whole site; `Secure` on https, and never sent across sites. */
export function writeCookie(name: string, value: string, days = YEAR_DAYS): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = days * 24 * 60 * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve
  document.cookie = `${fullName(name)}=${encodeURIComponent(value)}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
}

export function deleteCookie(name: string): void {
  writeCookie(name, "", 0);
}
