/**
 * Opening marks of model-specific call markup in which the name or the arguments are not part of one JSON object. docs/model-markup.md
 * lists the model families.
 */
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
  '<steptml:invoke name=',
  '<|python_tag|>',
  '<|python_start|>',
  '[TOOL_CALLS]',
]
const maxBlanks = 64

/**
 * Classifies a text that starts like a tag: `call` for a mark followed by the first character of a call, `partial` for an incomplete one,
 * and `none`. A mark before an object or before another tag gives `none`: the scanner reads the object, and the other tag may be a mark
 * itself.
 */
export function callMark(text: string): 'call' | 'partial' | 'none' {
  const mark = marks.find((each) => text.startsWith(each))
  if (mark === undefined) return marks.some((each) => each.startsWith(text)) ? 'partial' : 'none'
  const behind = text.slice(mark.length)
  // Python code may be enclosed in a list.
  const start = mark.startsWith('<|python') ? behind.replace(/^\s*\[/, '') : behind
  if (start.trim() === '') return behind.length > maxBlanks ? 'none' : 'partial'
  return /^\s*[{[<]/.test(start) ? 'none' : 'call'
}

/**
 * Headers that name a tool before its arguments: the recipient of a message (gpt-oss, with or without its special tokens), the id of a call
 * (Kimi) or a name (Mistral).
 */
const header =
  /\bto=(?!assistant\b|user\b|final\b)([\w.:-]+)((?:\s|<\|[a-z]+\|>|json\b|code\b|commentary\b|analysis\b)*)$|\bfunctions\.([\w.-]+):\d+\s*$|([\w.-]+)\[ARGS\]\s*$/

/** Returns the tool that the end of a text names, if an object that follows would be the arguments of a call. */
export function calledTool(before: string): string | undefined {
  const match = header.exec(before)
  if (!match) return undefined
  const [, recipient, tokens, byId, byName] = match
  if (recipient === undefined) return byId ?? byName
  return recipient.startsWith('functions.') || tokens?.includes('<|') ? recipient : undefined
}
