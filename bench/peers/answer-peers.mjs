import { pushed } from '../lib/follow.mjs'
import { createAnswerPath } from './answer-path.mjs'
import { loadPeers } from './libraries.mjs'
import { valuePeers } from './value-peers.mjs'

/** Event parsers that are given the location of the answer. They return pieces. */
const eventParsers = {
  'stream-json': ({ jsonParser }) => pushed(() => streamJson(jsonParser)),
  clarinet: (clarinet) => pushed(() => clarinetParser(clarinet)),
  jsonparse: (JsonParse) => pushed(() => jsonParseParser(JsonParse)),
}

/** Installed peers: title → `{ kind: 'pieces' | 'whole', follow }`; `whole` gives the answer so far, undefined while there is none. */
export async function answerPeers() {
  const loaded = await loadPeers(...Object.keys(eventParsers))
  const peers = {}
  for (const [name, make] of Object.entries(eventParsers)) if (loaded[name]) peers[name] = { kind: 'pieces', follow: make(loaded[name]) }
  const values = await valuePeers()
  for (const [name, { title, follow }] of Object.entries(values)) {
    const own = name === '@streamparser/json' ? await streamparserFollow() : answersOf(follow)
    peers[title] = { kind: 'whole', follow: own }
  }
  return peers
}

/** It accepts the path of the answer, so that it can skip the rest. */
async function streamparserFollow() {
  const { JSONParser } = (await loadPeers('@streamparser/json'))['@streamparser/json']
  return pushed(() => streamparserAnswer(JSONParser))
}

const answersOf = (follow) => (chunks, give) => follow(chunks, (value) => give(answerOf(value)))

function answerOf(value) {
  if (value?.next_node !== 'final_response') return undefined
  const answer = value.args?.answer
  return typeof answer === 'string' ? answer : undefined
}

function streamJson(jsonParser) {
  const parse = jsonParser({ packStrings: false, streamKeys: false, streamNumbers: false })
  const path = createAnswerPath()
  const handlers = {
    startObject: path.open,
    endObject: path.close,
    startArray: path.openList,
    endArray: path.close,
    keyValue: path.key,
    stringChunk: path.text,
    endString: path.endText,
  }
  return survive((chunk) => {
    const found = parse(chunk)
    for (const { name, value } of found?.values ?? (found?.name ? [found] : [])) handlers[name]?.(value)
    return path.take()
  })
}

function clarinetParser(clarinet) {
  const parser = clarinet.parser()
  const path = createAnswerPath()
  parser.onopenobject = (key) => {
    path.open()
    if (key !== undefined) path.key(key)
  }
  parser.onopenarray = path.openList
  parser.oncloseobject = path.close
  parser.onclosearray = path.close
  parser.onkey = path.key
  parser.onvalue = (value) => {
    if (typeof value !== 'string') return
    path.text(value)
    path.endText()
  }
  parser.onerror = (error) => {
    throw error
  }
  return survive((chunk) => {
    parser.write(chunk)
    return path.take()
  })
}

/** Gives whole values from the inside out. */
function jsonParseParser(JsonParse) {
  const parser = new JsonParse()
  let isAnswer = false
  let held = ''
  parser.onValue = function (value) {
    const { stack, key } = this
    if (stack.length === 1 && key === 'next_node') isAnswer = value === 'final_response'
    if (stack.length === 2 && key === 'answer' && stack[1].key === 'args' && typeof value === 'string') held = value
  }
  parser.onError = (error) => {
    throw error
  }
  return survive((chunk) => {
    parser.write(chunk)
    const text = isAnswer ? held : ''
    if (isAnswer) held = ''
    return text
  })
}

function streamparserAnswer(JSONParser) {
  const parser = new JSONParser({ paths: ['$.next_node', '$.args.answer'], emitPartialTokens: true, emitPartialValues: true })
  let isAnswer = false
  let answer
  parser.onValue = ({ value, key, partial }) => {
    if (key === 'next_node') isAnswer = !partial && value === 'final_response'
    else if (typeof value === 'string') answer = value
  }
  parser.onError = () => {}
  return (chunk) => {
    if (!parser.isEnded) parser.write(chunk)
    return isAnswer ? answer : undefined
  }
}

/** A parser that has thrown gives nothing more. */
function survive(feed) {
  let broken = false
  return (chunk) => {
    if (broken) return ''
    try {
      return feed(chunk)
    } catch {
      broken = true
      return ''
    }
  }
}
