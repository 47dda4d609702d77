import { pushed, reparsed } from '../lib/follow.mjs'
import { loadPeers } from './libraries.mjs'

/** What each parser is asked after a piece: the value so far. Text that a peer cannot read yet gives undefined, as its users have it. */
const followers = {
  '@streamparser/json': ({ JSONParser }) => pushed(() => streamparserRoot(JSONParser)),
  jsonriver: ({ parse }) => pulled(parse),
  'incomplete-json-parser': ({ IncompleteJsonParser }) => pushed(() => incompleteObjects(IncompleteJsonParser)),
  'partial-json': ({ parse }) => reparsed(quiet((text) => parse(text))),
  openai: ({ partialParse }) => reparsed(quiet(partialParse)),
  ai: ({ parsePartialJson }) => eachAwaited((text) => parsePartialJson(text).then(({ value }) => value)),
  '@langchain/core': ({ parsePartialJson }) => reparsed(quiet((text) => parsePartialJson(text) ?? undefined)),
  'best-effort-json-parser': ({ parse, disableErrorLogging }) => {
    disableErrorLogging()
    return reparsed(quiet(parse))
  },
  'untruncate-json': ({ default: untruncate }) => reparsed(quiet((text) => JSON.parse(untruncate(text)))),
  jsonrepair: ({ jsonrepair }) => reparsed(quiet((text) => JSON.parse(jsonrepair(text)))),
}

/** Names as the tables print them, where the library alone would not say what was called. */
const titles = {
  openai: "openai's vendored partialParse",
  ai: 'ai parsePartialJson',
  '@langchain/core': '@langchain/core parsePartialJson',
  jsonrepair: 'jsonrepair + JSON.parse',
  'untruncate-json': 'untruncate-json + JSON.parse',
}

/** Parsers that continue where they stopped. */
const incremental = ['@streamparser/json', 'jsonriver']

/** The installed peers that give the value so far: library → { title, follow(chunks, give), growth } (see `followed`). */
export async function valuePeers() {
  const loaded = await loadPeers(...Object.keys(followers))
  const names = Object.keys(followers).filter((name) => loaded[name])
  return Object.fromEntries(
    names.map((name) => [name, { title: titles[name] ?? name, follow: followers[name](loaded[name]), growth: incremental.includes(name) ? 1 : 2 }]),
  )
}

/** A parser that throws on text it cannot read has nothing to show for it. */
const quiet = (parse) => (text) => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

const eachAwaited = (parse) => async (chunks, give) => {
  let text = ''
  for (const chunk of chunks) {
    text += chunk
    if (give(await parse(text))) return
  }
}

/** jsonriver pulls its input and yields after each piece that brought something. */
const pulled = (parse) => async (chunks, give) => {
  let stopped = false
  let value
  async function* source() {
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0 && give(value)) {
        stopped = true
        return
      }
      yield chunk
    }
  }
  try {
    for await (value of parse(source()));
  } catch {
    if (stopped) return
  }
  if (!stopped) give(value)
}

/** The root as far as it is built; it holds a string once the string is whole. */
function streamparserRoot(JSONParser) {
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true })
  let root
  parser.onValue = ({ value, parent, stack }) => {
    root = stack.length > 1 ? stack[1].value : stack.length === 1 ? parent : value
  }
  parser.onError = () => {}
  return (chunk) => {
    if (!parser.isEnded) parser.write(chunk)
    return root
  }
}

function incompleteObjects(IncompleteJsonParser) {
  const parser = new IncompleteJsonParser()
  return quiet((chunk) => {
    parser.write(chunk)
    return parser.getObjects()
  })
}
