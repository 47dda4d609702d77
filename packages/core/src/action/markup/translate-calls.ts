/** Matches a mark and the name of a tool. The arguments follow. Each alternative captures the name in its own group. */
const opening =
  /<\|tool_call_begin\|>\s*([^\s<>{}|]{1,256})\s*<\|tool_call_argument_begin\|>|<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([^\s<>{}｜]{1,256})(?:<｜tool▁sep｜>)?|\[TOOL_CALLS\]\s*([^\s<>{}[\]]{1,256})(?:\[CALL_ID\][\w-]{0,64})?(?:\[ARGS\])?|<(?:\|tool_call|start_function_call)>\s*call:([^\s<>{}()]{1,256})|<function=["']?([^\s<>"']{1,256})["']?>|<[^<>\s]{0,24}\binvoke name=["']([^<>"']{1,256})["']>|<\|python_(?:tag|start)\|>\s*\[?([^\s<>{}()[\]]{1,256})(?=\()|<tool_call>\s*([^\s<>{}[\]()]{1,256})(?=\s*[<{])/g
const fence = /\s*(?:```(?:json)?\s*)?/y
const keyAndValue = /\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>(?=\s*(?:<|$))/y
const parameter =
  /\s*<[^<>\s/]{0,24}\bparameter(?:=|\s+name=)["']?([^<>"']{1,256}?)["']?(?:\s+string=["'](true|false)["'])?\s*>([\s\S]*?)<\/[^<>\s]{0,24}\bparameter>(?=\s*(?:<|$))/y
const keyword = /\s*([^\s"'=:,(){}[\]]{1,256})\s*[=:]\s*/y
/** Matches what is allowed after arguments: the end of the text, a mark, a separator of calls, or the next message of gpt-oss without its special tokens. */
const endOfCall = /\s*(?:```\s*)?(?:$|[<[;,\]]|assistant)/y
const closingTag = /\s*<\/[^<>]{0,40}(?:>|$)/y
/** Matches a delimited string in the calls of Gemma. */
const delimited = /(?:<\|"\|>|<escape>)([\s\S]*?)(?:<\|"\|>|<escape>)/g

/** The text of the arguments, and the index at which it ends. `isCut` means that a part of the arguments is missing or unreadable. */
interface Arguments {
  json: string
  end: number
  isCut?: boolean
}

/**
 * Rewrites the calls in a text as actions, `{"next_node": …, "args": …}`, and leaves all other text unchanged. A call whose arguments end
 * too early, or do not end where its markup says so, becomes an incomplete action, and the text after it is not read. Values between tags
 * become strings; the planner converts them according to the tool's schema. Runs in linear time.
 */
export function translateCalls(source: string): string {
  const text = /<(?:\|tool|start_function)_call>/.test(source) ? source.replace(delimited, (_, value: string) => JSON.stringify(value)) : source
  const parts: string[] = []
  let from = 0
  opening.lastIndex = 0
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const args = readArguments(text, opening.lastIndex)
    if (!args) continue
    const name = match.slice(1).find((group) => group !== undefined) ?? ''
    const bare = name.replace(/:\d+$/, '').replace(/\.call$/, '')
    parts.push(text.slice(from, match.index), `{"next_node":${JSON.stringify(bare)},"args":${args.json}${args.isCut ? '' : '}'}`)
    from = args.isCut ? text.length : args.end
    opening.lastIndex = from
  }
  return parts.join('') + text.slice(from)
}

/** Returns undefined if no call follows the name, which means that the mark was only mentioned. */
function readArguments(text: string, from: number): Arguments | undefined {
  const start = from + (match(fence, text, from)?.[0].length ?? 0)
  if (text[start] === '{') return readObject(text, start)
  if (text[start] === '(') return readKeywords(text, start)
  return readTags(text, from)
}

function readObject(text: string, start: number): Arguments {
  const end = endOfGroup(text, start)
  if (end === -1 || !match(endOfCall, text, end)) return { json: text.slice(start), end, isCut: true }
  return { json: text.slice(start, end), end }
}

/** Reads arguments in Python syntax: `(city="Oslo", days=3)`. The tolerant tokenizer reads the values. */
function readKeywords(text: string, start: number): Arguments {
  const end = endOfGroup(text, start)
  const members: string[] = []
  let from = start + 1
  while (end !== -1 && text.slice(from, end - 1).trim() !== '') {
    const key = match(keyword, text, from)
    if (!key) return { json: '{', end, isCut: true }
    from += key[0].length
    const to = endOfValue(text, from, end - 1)
    members.push(`${JSON.stringify(key[1])}:${text.slice(from, to)}`)
    from = to + 1
  }
  return { json: `{${members.join()}${end === -1 ? '' : '}'}`, end, isCut: end === -1 }
}

function readTags(text: string, start: number): Arguments | undefined {
  const members: string[] = []
  let end = start
  while (true) {
    const tag = match(keyAndValue, text, end) ?? match(parameter, text, end)
    if (!tag) break
    const [whole, key = '', kind, value] = tag
    members.push(`${JSON.stringify(key.trim())}:${value === undefined ? written(kind ?? '') : kind === 'false' ? asJson(value) : written(value)}`)
    end += whole.length
  }
  const json = `{${members.join()}`
  const closing = match(closingTag, text, end)
  if (closing) return { json: `${json}}`, end: end + closing[0].length }
  const rest = text.slice(end, end + 64).trimStart()
  // If its closing tag is missing, further arguments may be missing as well.
  const isCall = members.length > 0 || /^$|^<[^<>]*(?:arg_key|parameter)|^<[^<>]*$/.test(rest)
  return isCall ? { json, end, isCut: true } : undefined
}

/** Encodes the text between two tags as a JSON string, without the line breaks that templates put around it. */
const written = (value: string) => JSON.stringify(value.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))

function asJson(value: string): string {
  try {
    JSON.parse(value)
    return value
  } catch {
    return written(value)
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Returns the index after the bracket that closes the one at `start`, or -1. */
function endOfGroup(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index = next(text, index)) {
    const unit = text[index]
    if (unit === '{' || unit === '[' || unit === '(') depth++
    else if ((unit === '}' || unit === ']' || unit === ')') && --depth === 0) return index + 1
  }
  return -1
}

/** Returns the index of the comma after the value at `from`, or `end`. */
function endOfValue(text: string, from: number, end: number): number {
  let index = from
  while (index < end && text[index] !== ',') {
    const isGroup = text[index] === '{' || text[index] === '[' || text[index] === '('
    index = isGroup ? endOfGroup(text, index) : next(text, index)
  }
  return Math.min(index, end)
}

/** Returns the index after the character or the quoted text at `index`. */
function next(text: string, index: number): number {
  const quote = text[index]
  if (quote !== '"' && quote !== "'") return index + 1
  for (let at = index + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
  }
  return text.length
}
