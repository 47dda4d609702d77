/** How the calls of models begin whose arguments or names do not stand in one JSON object. docs/model-markup.md names the families. */
const marks = [
  '<|tool_call_begin|>',
  '<｜tool▁call▁begin｜>',
  '<|tool_call>',
  '<start_function_call>',
  '<tool_call>',
  '<function=',
  '<invoke name=',
  '<｜DSML｜invoke name=',
  '<|DSML|invoke name=',
  '<invoke name=',
  '<steptml:invoke name=',
  '<|python_tag|>',
  '<|python_start|>',
  '[TOOL_CALLS]',
]
const maxBlanks = 64

/**
 * Classifies a text that starts like a tag: a mark and the first character of the call behind it, a part of that, or neither. A mark before
 * an object or before another tag is neither: the scanner reads the object, and the other tag may be a mark.
 */
export function callMark(text: string): 'call' | 'partial' | 'none' {
  const mark = marks.find((each) => text.startsWith(each))
  if (mark === undefined) return marks.some((each) => each.startsWith(text)) ? 'partial' : 'none'
  const behind = text.slice(mark.length)
  // Python code may stand in a list.
  const start = mark.startsWith('<|python') ? behind.replace(/^\s*\[/, '') : behind
  if (start.trim() === '') return behind.length > maxBlanks ? 'none' : 'partial'
  return /^\s*[{[<]/.test(start) ? 'none' : 'call'
}

/** The recipient of a message (gpt-oss, with or without its special tokens), the id of a call (Kimi) or a name (Mistral) before arguments. */
const header =
  /\bto=(?!assistant\b|user\b|final\b)([\w.:-]+)((?:\s|<\|[a-z]+\|>|json\b|code\b|commentary\b|analysis\b)*)$|\bfunctions\.([\w.-]+):\d+\s*$|([\w.-]+)\[ARGS\]\s*$/

/** The tool that the end of a text names, when an object behind it would be the arguments of a call. */
export function calledTool(before: string): string | undefined {
  const match = header.exec(before)
  if (!match) return undefined
  const [, recipient, tokens, byId, byName] = match
  if (recipient === undefined) return byId ?? byName
  return recipient.startsWith('functions.') || tokens?.includes('<|') ? recipient : undefined
}
