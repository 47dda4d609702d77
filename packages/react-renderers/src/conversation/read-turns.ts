import type { JsonValue } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { name, number, object, text } from '../store/model/read.ts'
import { readFiles } from '../store/model/read-files.ts'
import { readIssues } from '../store/model/read-issues.ts'
import { readPayload } from '../store/model/read-payload.ts'
import type { AssistantTurn, ComponentState, Turn } from '../store/model/types.ts'

type Item = Record<string, JsonValue>
type Reader = (value: JsonValue | undefined) => unknown

const flag: Reader = (value) => value === true
const count: Reader = (value) => number(value) ?? 0
const bag: Reader = object
const maybe =
  (test: (value: unknown) => boolean): Reader =>
  (value) =>
    test(value) ? value : undefined
const someText = maybe((value) => typeof value === 'string')
const someName = maybe((value) => name(value) !== undefined)
const someNumber = maybe((value) => number(value) !== undefined)
const someFlag = maybe((value) => value === true)
const someBag = maybe(isRecord)
const oneOf =
  (allowed: string, otherwise: string): Reader =>
  (value) =>
    allowed.split(' ').includes(text(value)) ? value : otherwise

/** Reads the named fields of an object. A field whose reader returns undefined is omitted. */
const shape =
  (fields: Readonly<Record<string, Reader>>): Reader =>
  (value) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([key, read]) => {
        const found = read(object(value)[key])
        return found === undefined ? [] : [[key, found]]
      }),
    )

/** Reads the objects of a list that have a name under `key`. Other items are omitted. */
const listOf =
  (key: string, read: Reader): Reader =>
  (value) =>
    arrayOrEmpty(value)
      .filter((item): item is Item => isRecord(item) && name(item[key]) !== undefined)
      .map(read)

const optional =
  (read: Reader): Reader =>
  (value) =>
    isRecord(value) ? read(value) : undefined

const component = shape({
  key: text,
  id: text,
  component: text,
  title: someName,
  props: bag,
  status: oneOf('skeleton streaming ready', 'rejected'),
  errors: (value) => (Array.isArray(value) ? readIssues(value) : undefined) satisfies ComponentState['errors'],
  tool_call_id: someName,
  question: someName,
  message_id: text,
  seq: count,
  ts: count,
  version: count,
  meta: someBag,
})

const call = shape({
  id: text,
  name: text,
  args: text,
  status: oneOf('streaming running ok error skipped withdrawn', 'cancelled'),
  result: someText,
  code: someName,
  parent_id: someName,
  started: someNumber,
  ms: someNumber,
})

const artifact = shape({
  stream_id: text,
  artifact_type: text,
  value: (value) => value,
  done: flag,
  seq: count,
  tool_call_id: someName,
  source_tool: someName,
  stored: optional(shape({ artifact_id: text, media_type: text, bytes: count, sha256: text, url: someName })),
})

/** The outcome of an answer that was being sent when the page was closed must be read from the server. */
const questionStatus: Reader = (value) => (['answered', 'answered_elsewhere', 'expired', 'cancelled', 'superseded'].includes(text(value)) ? value : 'open')

const question = shape({
  id: text,
  tool_call_id: text,
  tool_name: text,
  component: text,
  props: bag,
  message_id: text,
  result_schema: (value) => (isRecord(value) ? value : true),
  deadline: someNumber,
  status: questionStatus,
  value: (value) => value,
  answered_at: someNumber,
})

const assistant = shape({
  kind: text,
  id: text,
  run_id: text,
  runs: (value) => arrayOrEmpty(value).filter((run) => typeof run === 'string'),
  status: oneOf('running error cancelled waiting', 'done'),
  reasoning: shape({ text, done: (value) => value !== false, ms: someNumber }),
  toolCalls: listOf('id', call),
  segments: listOf('id', shape({ id: text, text, done: flag, withdrawn: someFlag, cut: someFlag })),
  components: listOf('key', component),
  parts: listOf('id', shape({ kind: oneOf('tool component', 'text'), id: text })),
  artifacts: listOf('stream_id', artifact),
  questions: listOf('id', question),
  warnings: listOf('text', shape({ code: text, text })),
  messages: optional(listOf('id', shape({ id: text, text, kind: oneOf('redirect pause resume', 'inject'), status: oneOf('read late', 'failed') }))),
  payload: readPayload,
  provenance: someBag,
  error: optional(shape({ code: text, message: text, trace_id: someName })),
  started: someNumber,
  ended: someNumber,
})

const user = shape({ kind: text, id: text, text, run_id: someName, files: readFiles })

function readTurn(item: Item): Turn[] {
  if (item.kind === 'user') return [user(item) as Turn]
  if (item.kind !== 'assistant' || name(item.run_id) === undefined) return []
  const turn = assistant(item) as AssistantTurn
  return [turn.runs.length > 0 ? turn : { ...turn, runs: [turn.run_id] }]
}

/** Reads turns from stored JSON. Invalid entries are omitted, so that damage is limited to them. */
export const readTurns = (value: unknown): Turn[] => (listOf('id', (item) => readTurn(item as Item))(value as JsonValue) as Turn[][]).flat()
