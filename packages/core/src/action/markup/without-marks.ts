/** Marks of calls, messages and channels that models put around an action, with the name between two marks. */
const marks =
  /<[^<>]{0,40}(?:tool|function|invoke|python)[^<>]{0,40}>|<\|[^<>|]{0,40}\|>|\[TOOL_CALLS\]|[\w.-]{0,64}\[ARGS\]|\bfunctions\.[\w.-]{1,64}:\d+\s*$/gi
/** The names of roles, channels and recipients between those marks, which stay when special tokens are removed. */
const atStart = /^(?:assistant)?\s*(?:commentary|final)\b/
const atEnd = /(?:\bassistant)?\s*(?:\bcommentary|\bfinal|\banalysis)?\s*(?:\bto=[\w.:-]{1,64}(?:\s+(?:commentary|json|code)){0,2})?\s*$/

/** The text around an action without such marks, trimmed. It is empty when nothing but brackets and separators is left. */
export function withoutMarks(text: string): string {
  const rest = text.replace(marks, ' ').trim()
  if (rest === text.trim() && !/\bto=/.test(rest)) return rest
  const words = rest.replace(atEnd, '').replace(atStart, '').trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}
