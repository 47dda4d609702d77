/** Where the line break before `end` begins, no earlier than `from`; `end` where there is none. */
export function startOfBreak(text: string, from: number, end: number): number {
  if (end <= from || text[end - 1] !== '\n') return end
  return end - 2 >= from && text[end - 2] === '\r' ? end - 2 : end - 1
}

/** How much of a text without a tag is certain: all but a line break that a tag may follow, or half a pair. */
export function endOfCertain(text: string, from: number): number {
  const last = text.charCodeAt(text.length - 1)
  if (text.length > from && (last === 0x0d || (last >= 0xd800 && last <= 0xdbff))) return text.length - 1
  return startOfBreak(text, from, text.length)
}
