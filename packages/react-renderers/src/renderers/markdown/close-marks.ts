const HALF_LINK = /!?\[([^\][\n]*)(?:\](?:\([^)\n]*)?)?$/

/** Text that stops in the middle, as it will probably read: half links show their words, open emphasis and code are closed. */
export function closeMarks(text: string): string {
  const from = text.lastIndexOf('\n\n') + 1
  const head = text.slice(0, from)
  let tail = text.slice(from)
  if (/^ {0,3}(?:`{3}|~{3})/m.test(text)) return text
  tail = tail.replace(HALF_LINK, '$1')
  if (count(tail, '`') % 2 === 1) return `${head}${tail}\``
  for (const mark of ['**', '~~']) {
    if (tail.endsWith(mark)) tail = count(tail, mark) % 2 === 1 ? tail.slice(0, -mark.length) : tail
    else if (count(tail, mark) % 2 === 1) tail = `${tail.trimEnd()}${mark}`
  }
  return head + tail
}

const count = (text: string, mark: string) => text.split(mark).length - 1
