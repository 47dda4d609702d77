/** Matches the marks of calls, messages and channels that models put around an action, including a name between two marks. */
const marks =
  /<[^<>]{0,40}(?:tool|function|invoke|python)[^<>]{0,40}>|<\|[^<>|]{0,40}\|>|\[TOOL_CALLS\]|[\w.-]{0,64}\[ARGS\]|\bfunctions\.[\w.-]{1,64}:\d+\s*$/gi
/** Match names of roles, channels and recipients, which remain when special tokens are removed. */
const atStart = /^(?:assistant)?\s*(?:commentary|final)\b/
const atEnd = /(?:\bassistant)?\s*(?:\bcommentary|\bfinal|\banalysis)?\s*(?:\bto=[\w.:-]{1,64}(?:\s+(?:commentary|json|code)){0,2})?\s*$/

/** Removes these marks from the text around an action and trims it. The result is empty if only brackets and separators remain. */
export function withoutMarks(text: string): string {
  const rest = text.replace(marks, ' ').trim()
  if (rest === text.trim() && !/\bto=/.test(rest)) return rest
  const words = rest.replace(atEnd, '').replace(atStart, '').trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}
