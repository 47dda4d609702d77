import { isRecord, readObject } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { createRootTracker, type RootTracker } from './root-tracker.ts'

/** One piece of a call as an endpoint sends it. */
interface Piece {
  index: number | undefined
  id: string
  name: string
  args: string
}

interface NativeCall extends Piece {
  /** The pieces of its arguments, without placeholders before the actual ones. */
  pieces: string[]
  tracker: RootTracker
}

/** Combines the text and the native calls of one completion. The calls are converted to the actions that they represent. */
export interface NativeCalls {
  /** Takes text chunks. Text after the start of a call is held back until the end of the calls, because it must not interrupt them. */
  say(chunks: ModelChunk[]): ModelChunk[]
  /** Takes `tool_calls` of a delta or a message, or a `function_call` in a list. Returns the part of the first call that can be shown. */
  read(value: unknown): ModelChunk[]
  /** Ends the calls. `cut` means that the output limit was reached, so that the arguments of the last call may be incomplete. */
  end(cut: boolean): ModelChunk[]
  readonly begun: boolean
  /** True if the arguments of the first call have begun and are incomplete. */
  readonly isOpen: boolean
  /** True if the arguments of the first call are complete JSON, so that nothing is missing even without a finish reason. */
  readonly isComplete: boolean
}

/**
 * Creates a converter for native calls, which some models make although they are not requested. The first call is streamed. Its pieces may
 * be interleaved with those of other calls, which follow it as further actions and are reported to the model as not run.
 *
 * Names and arguments may be split into pieces in any order. Arguments may be objects, may repeat all earlier pieces, and may follow a
 * placeholder such as `{}`, which is dropped. Missing arguments ("", null, [], false or absent) stand for `{}`. A call whose arguments are
 * incomplete or have two readings is passed on as it is, so that the action cannot be read and the model is asked again.
 */
export function createNativeCalls(): NativeCalls {
  const calls: NativeCall[] = []
  const after: ModelChunk[] = []
  /** The part of the arguments of the first call that was shown; undefined before the beginning of the call was shown. */
  let shown: string | undefined
  /** True after a piece that may repeat the arguments so far. Which reading is right is decided at the end. */
  let held = false

  const take = (delta: unknown): ModelChunk[] => {
    const piece = isRecord(delta) ? readPiece(delta) : undefined
    if (!piece) return []
    const known = findCall(calls, piece)
    const call = known ?? { ...piece, args: '', pieces: [], tracker: createRootTracker() }
    if (!known) calls.push(call)
    call.name = joinNames(call.name, piece.name)
    if (call.id === '') call.id = piece.id
    const before = call.args
    const mayRepeat = call.tracker.isClosed ? piece.args.trim() !== '' : before !== '' && repeats(piece.args, before)
    addArgs(call, piece.args)
    return call === calls[0] ? show(call, piece.args, mayRepeat) : []
  }
  /** The call is shown after its arguments have begun, because the name may continue until then. */
  const show = (call: NativeCall, piece: string, mayRepeat: boolean): ModelChunk[] => {
    if (call.name === '' || piece === '' || held || mayBePlaceholder(call.args)) return []
    if (shown === undefined) {
      shown = call.args
      return write(opening(call.name) + shown)
    }
    held = mayRepeat
    if (held) return []
    shown += piece
    return write(piece)
  }
  return {
    get begun() {
      return calls.length > 0
    },
    get isOpen() {
      const [first] = calls
      return first !== undefined && first.args.trim() !== '' && !isJson(argsOf(first))
    },
    get isComplete() {
      const [first] = calls
      return first !== undefined && first.name !== '' && isJson(argsOf(first))
    },
    say: (chunks) => {
      if (calls.length === 0) return chunks
      after.push(...chunks)
      return []
    },
    read: (value) => listOf(value).flatMap(take),
    end: (cut) => {
      const [first, ...others] = calls.splice(0)
      const rest = after.splice(0)
      if (!first) return rest
      const read = argsOf(first)
      const args = read.startsWith(shown ?? '') ? read : first.args
      const isCut = cut && others.length === 0
      const whole = opening(first.name) + (isCut ? args : closed(args))
      const further = isCut || !isWhole(args) ? '' : others.map(furtherCall).join('')
      const from = shown === undefined ? 0 : opening(first.name).length + shown.length
      return [...write(whole.slice(from) + further), ...rest]
    },
  }
}

const opening = (name: string) => `{"next_node": ${JSON.stringify(name)}, "args": `

/** Returns the arguments with the end of the action. Incomplete arguments are not closed. */
function closed(args: string): string {
  if (isPlaceholder(args)) return '{}}'
  return isWhole(args) ? `${args}}` : args
}

/** A further call is only reported, so its arguments are omitted if they are not JSON. */
function furtherCall(call: NativeCall): string {
  const args = argsOf(call)
  return `${opening(call.name)}${isJson(args) && !isPlaceholder(args) ? args : '{}'}}`
}

/**
 * True if the arguments are complete at the end of their text. Those of weak models may be almost JSON. Text that is not an object is left
 * to the action reader.
 */
const isWhole = (args: string) => isPlaceholder(args) || isJson(args) || !args.trimStart().startsWith('{') || readObject(args) !== undefined

const placeholders = ['{}', '[]', '""', 'null', 'false', 'undefined', 'None']
const maxPlaceholder = 64
const squeezed = (args: string) => args.replace(/\s+/g, '')

/** True for values that endpoints send for missing arguments, or before the actual ones. */
function isPlaceholder(args: string): boolean {
  return args.length < maxPlaceholder && ['', ...placeholders].includes(squeezed(args))
}

/** True for the beginning of a placeholder. */
function mayBePlaceholder(args: string): boolean {
  return args.length < maxPlaceholder && placeholders.some((each) => each.startsWith(squeezed(args)))
}

/** Adds a piece of the arguments. It replaces a placeholder, and a single brace if it is an object itself. */
function addArgs(call: NativeCall, piece: string): void {
  const isReplaced = isPlaceholder(call.args) || (call.args.length < maxPlaceholder && call.args.trim() === '{' && piece.trimStart().startsWith('{'))
  if (isReplaced && piece.trim() !== '') {
    call.args = ''
    call.pieces = []
    call.tracker = createRootTracker()
  }
  call.args += piece
  call.pieces.push(piece)
  call.tracker.feed(piece)
}

/** Returns the arguments of a call: all pieces together, or the last piece if it repeats all pieces before it or if each piece repeats the earlier ones. */
function argsOf({ args, pieces }: NativeCall): string {
  if (isJson(args)) return args
  const written = pieces.filter((piece) => piece.trim() !== '')
  const last = written.pop() ?? ''
  const isRepetition = repeats(last, written.join('')) || written.every((piece) => repeats(last, piece))
  return isRepetition && isJson(last) ? last : args
}

/** True if a piece begins with an earlier text. The lengths are compared first, because text in pieces is expensive to compare. */
const repeats = (piece: string, earlier: string) => piece.length >= earlier.length && piece.startsWith(earlier)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the calls of a list, of an object with positions as keys, or of a single call without a list. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return []
  return isRecord(value.function) || typeof value.name === 'string' || typeof value.id === 'string' ? [value] : Object.values(value)
}

/** Reads one piece of a call. Its fields may be on the call itself instead of in `function`. Returns undefined for a piece without content. */
function readPiece(delta: Record<string, unknown>): Piece | undefined {
  const source = isRecord(delta.function) ? delta.function : delta
  const name = typeof source.name === 'string' ? source.name.trim() : ''
  const id = typeof delta.id === 'string' ? delta.id : ''
  const args = memberArgs(source) ?? memberArgs(delta)
  const written = typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args)
  if (name === '' && id === '' && written === '') return undefined
  const index = typeof delta.index === 'string' && /^\d{1,4}$/.test(delta.index) ? Number(delta.index) : delta.index
  return { index: typeof index === 'number' ? index : undefined, id, name, args: written }
}

/** Returns the arguments of a piece: the first member for them with content, otherwise the first one that is there. */
function memberArgs({ arguments: text, args, parameters, input, kwargs }: Record<string, unknown>): unknown {
  const given = [text, args, parameters, input, kwargs].filter((value) => value !== undefined && value !== null)
  return given.find((value) => value !== '' && !(isRecord(value) && Object.keys(value).length === 0)) ?? given[0]
}

/**
 * Returns the call of a piece; undefined for the first piece of another call. Endpoints repeat names and ids, omit them, or use the index 0 for
 * every call. A second name is another call, unless the call has an id and no arguments yet; then it continues the name.
 */
function findCall(calls: readonly NativeCall[], { index, id, name, args }: Piece): NativeCall | undefined {
  const byId = id === '' ? undefined : calls.find((call) => call.id === id)
  const byIndex = index === undefined ? undefined : calls.findLast((call) => call.index === index)
  const isNew = id !== '' && name !== '' && byIndex?.name !== ''
  const call = byId ?? (isNew ? undefined : (byIndex ?? (index === undefined || name === '' ? calls.at(-1) : undefined)))
  if (!call || name === '' || call.name === '') return call
  if (name === call.name) return byId === undefined && args !== '' && call.tracker.isClosed ? undefined : call
  const continues = call.args === '' && call.id !== '' && (id === '' || byId !== undefined) && (index === undefined || index === call.index)
  return continues ? call : undefined
}

/** Joins the pieces of a name. Some endpoints repeat the earlier pieces in each piece. */
function joinNames(name: string, piece: string): string {
  if (piece === '' || piece === name) return name
  return piece.startsWith(name) ? piece : name + piece
}

function write(text: string): ModelChunk[] {
  return text === '' ? [] : [{ type: 'text', text, call: true }]
}
