/** A line of a Markdown page, and whether it is inside a fenced block of code or a comment. */
export interface Line {
  text: string
  verbatim: boolean
}

/** Splits a page into lines and marks those that are code or comments, fences included. */
export function readLines(page: string): Line[] {
  let fence: string | undefined
  let comment = false
  return page.split('\n').map((text) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = undefined
      return { text, verbatim: true }
    }
    if (mark && !comment) {
      fence = mark
      return { text, verbatim: true }
    }
    const before = comment
    const outside = text.replaceAll(/`[^`]*`/g, '')
    if (outside.includes('<!--')) comment = true
    const verbatim = before || comment
    if (outside.includes('-->')) comment = false
    return { text, verbatim }
  })
}

/** Returns the page with every line that is neither code nor comment replaced. */
export function mapLines(page: string, change: (text: string) => string): string {
  return readLines(page)
    .map(({ text, verbatim }) => (verbatim ? text : change(text)))
    .join('\n')
}
