/** True when a host is the listed one, or a subdomain of a listed `*.example.org`; a port counts as part of it. */
export const fitsHost = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern
