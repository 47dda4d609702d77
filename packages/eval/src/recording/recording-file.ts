import { writeFile } from 'node:fs/promises'
import { PfError } from '@pf/core'
import { type ModelExchange, readModelExchanges } from '@pf/planner/recording'
import { array, int, literal, looseObject, object, type output, string } from 'zod'
import { readAs } from '../files/faults-of.ts'
import { readJsonFile } from '../files/read-json-file.ts'

const maxBytes = 200_000_000
const index = int().min(0)

const recordedRun = object({
  brief: string().max(80),
  run: int().min(0).max(10_000),
  /** Exchanges whose messages have the index of their content in `contents`. */
  exchanges: array(looseObject({ request: looseObject({ messages: array(looseObject({ content: index })).max(1_000) }) })).max(1_000),
})

/** The schema of a recording. Prompts repeat most of their lines, so each line is stored once. */
const recordingSchema = object({
  format: literal('pf-eval-recording'),
  version: literal(1),
  model: string().max(200),
  lines: array(string()).max(1_000_000),
  /** Each content as the indices of its lines. */
  contents: array(array(index).max(100_000)).max(1_000_000),
  runs: array(recordedRun).max(100_000),
})

/** The model calls of an evaluation: for each run of a brief, its exchanges in their order. */
export interface Recording {
  model: string
  runs: Map<string, ModelExchange[]>
}

/** Returns the key of a run in a recording. */
export const runKey = (brief: string, run: number): string => `${brief}#${run}`

/** Reads a recording. Throws PfError for a file that is none, of another version, too large or not valid. */
export async function readRecording(path: string): Promise<Recording> {
  const { model, lines, contents, runs } = readAs(recordingSchema, await readJsonFile(path, maxBytes), path)
  const texts = contents.map((content) => content.map((line) => lines[line]))
  const textOf = (at: number) => {
    const text = texts[at]
    if (!text || text.includes(undefined)) throw new PfError('invalid_input', `${path} is not valid: it refers to a text that it does not have.`)
    return text.join('\n')
  }
  return {
    model,
    runs: new Map(
      runs.map(({ brief, run, exchanges }) => [runKey(brief, run), readModelExchanges(exchanges.map((exchange) => withContents(exchange, textOf)))]),
    ),
  }
}

type StoredExchange = output<typeof recordedRun>['exchanges'][number]

const withContents = (exchange: StoredExchange, textOf: (at: number) => string) => ({
  ...exchange,
  request: { ...exchange.request, messages: exchange.request.messages.map((message) => ({ ...message, content: textOf(message.content) })) },
})

/** Writes a recording. */
export async function writeRecording(path: string, { model, runs }: Recording): Promise<void> {
  const lines = createPool<string>((line) => line)
  const contents = createPool<number[]>((content) => content.join())
  const contentOf = (text: string) => contents.indexOf(text.split('\n').map(lines.indexOf))
  const stored = [...runs].map(([key, exchanges]) => {
    const [brief, run] = key.split('#')
    return {
      brief,
      run: Number(run),
      exchanges: exchanges.map((exchange) => ({
        ...exchange,
        request: { ...exchange.request, messages: exchange.request.messages.map((message) => ({ ...message, content: contentOf(message.content) })) },
      })),
    }
  })
  const compact = { format: 'pf-eval-recording', version: 1, model, lines: lines.values, contents: contents.values, runs: stored }
  await writeFile(path, `${JSON.stringify(compact)}\n`)
}

/** Gives equal values the same index. */
function createPool<Value>(keyOf: (value: Value) => string): { values: Value[]; indexOf: (value: Value) => number } {
  const values: Value[] = []
  const known = new Map<string, number>()
  const indexOf = (value: Value) => {
    const key = keyOf(value)
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, values.length)
    return values.push(value) - 1
  }
  return { values, indexOf }
}
