/** What a frame may ever be given: nothing of it leads out of the frame. */
const harmless = new Set(['allow-scripts', 'allow-forms', 'allow-modals', 'allow-pointer-lock', 'allow-orientation-lock', 'allow-presentation'])

/** The host's sandbox value without anything that would let a frame out, whoever made the policy. */
export const sandboxTokens = (wanted: string): string => [...new Set(wanted.toLowerCase().split(/\s+/))].filter((token) => harmless.has(token)).join(' ')
