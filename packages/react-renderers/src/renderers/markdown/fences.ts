const FENCE = /^ {0,3}(`{3,}|~{3,}|\${2,})/

/** The code or formula fence that is open after a line; undefined when there is none. */
export function fenceAfter(line: string, open: string | undefined): string | undefined {
  const found = FENCE.exec(line)?.[1]
  if (found === undefined) return open
  if (open !== undefined) return found.startsWith(open) && line.trim() === found ? undefined : open
  // Further backticks or dollars in the same line make it an inline span.
  return line.slice(line.indexOf(found) + found.length).includes(found.startsWith('~') ? '\n' : found.charAt(0)) ? undefined : found
}

/** The fence that is open at the end of a text. */
export const openFence = (text: string): string | undefined => text.split('\n').reduce<string | undefined>((open, line) => fenceAfter(line, open), undefined)
