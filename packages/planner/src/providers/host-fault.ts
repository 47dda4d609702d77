/** Errors that indicate a programming fault and not a connection fault. */
const programming = new Set(['TypeError', 'ReferenceError', 'RangeError', 'EvalError', 'AssertionError'])
/** Messages of connection errors that runtimes report as a TypeError without a code. */
const connectionMessages = /^(fetch failed|failed to fetch|terminated|network ?error|load failed|other side closed|network connection was lost)/i
/** The AI SDK replaces the error of a connection by this one, whose cause may be a plain error such as "redirect count exceeded". */
const aiSdkConnection = /^cannot connect to api\b/i
/** Errors that the AI SDK throws for data of a server. */
const unreadable = /^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)/
/** Errors that the AI SDK throws for a setting of the host that its provider does not support. */
const misuse = /^AI_(LoadSetting|NoSuchModel|NoSuchProvider|Unsupported|InvalidArgument|InvalidPrompt)/
const maxCauses = 5

/**
 * True if an error that a client threw comes from the host's own code, such as its `fetch` or the function that returns the key. Clients
 * wrap such an error as if the connection had failed.
 */
export function isHostFault(error: unknown): boolean {
  const chain = causesOf(error)
  const innermost = chain.at(-1)
  if (chain.some(({ name }) => misuse.test(name))) return true
  if (innermost === undefined) return false
  if (chain.some(isOfConnection)) return false
  return programming.has(innermost.name) || chain.length > 1
}

/** True if a client could not read the data of a server. */
export const isUnreadable = (error: unknown): boolean => error instanceof Error && (error.name === 'SyntaxError' || unreadable.test(error.name))

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  let next = error
  while (next instanceof Error && chain.length < maxCauses) {
    chain.push(next)
    next = next.cause
  }
  return chain
}

/** True for connection errors: system errors and those of undici and TLS have an upper-case code, aborts and time-outs have a name. */
function isOfConnection(error: Error): boolean {
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) && !code.startsWith('ERR_INVALID') && !code.startsWith('ERR_ASSERTION')) return true
  if (error.name === 'HTTPParserError' || (error.name === 'AI_APICallError' && aiSdkConnection.test(error.message))) return true
  return /abort|time-?out/i.test(error.name) || connectionMessages.test(error.message) || /timed? ?out/i.test(error.message)
}
