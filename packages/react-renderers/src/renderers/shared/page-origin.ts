/** The page's origin; undefined on a server. */
export const pageOrigin = (): string | undefined => (typeof location === 'undefined' ? undefined : location.origin)
