import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { CountFinder } from './counts.ts'
import { readDeclared } from './declared.ts'
import { Effort } from './effort.ts'
import { FieldFinder } from './fields.ts'
import { findFigures } from './find-figures.ts'
import { ValueFinder } from './find-values.ts'
import { NameFinder } from './names.ts'
import { indexResults } from './result-index.ts'
import type { ResultIndex, RunResult } from './result-tables.ts'
import { type Computation, StatisticsFinder } from './statistics.ts'

/** What the origins of figures are searched in. */
export interface EvidenceInput {
  results: readonly RunResult[]
  /** Texts of the messages before the answer. */
  conversation?: readonly string[]
  /** Arguments of the tool calls. */
  queries?: readonly JsonValue[]
  /** Computations that the model declares, unvalidated: see `readDeclared`. */
  declared?: unknown
}

/** The results of a run, prepared for searching. */
export class Evidence {
  readonly declared: readonly Computation[]
  readonly effort = new Effort()
  private readonly given: EvidenceInput
  private readonly made: {
    index?: ResultIndex
    names?: NameFinder
    values?: ValueFinder
    statistics?: StatisticsFinder
    counts?: CountFinder
    fields?: FieldFinder
    conversation?: GivenNumbers
    query?: GivenNumbers
  } = {}

  constructor(given: EvidenceInput) {
    this.given = given
    this.declared = given.declared === undefined ? [] : readDeclared(given.declared, given.results)
  }

  /** Read when the first figure is searched for. */
  get index(): ResultIndex {
    this.made.index ??= indexResults(this.given.results)
    return this.made.index
  }

  /** True if a part of the results was not read or not searched. */
  get incomplete(): boolean {
    return this.effort.isExhausted || (this.made.index?.incomplete ?? false)
  }

  get names(): NameFinder {
    this.made.names ??= new NameFinder(this.index)
    return this.made.names
  }

  get values(): ValueFinder {
    this.made.values ??= new ValueFinder(this.index, this.effort, this.fields)
    return this.made.values
  }

  get statistics(): StatisticsFinder {
    this.made.statistics ??= new StatisticsFinder(this.index, this.effort, this.fields)
    return this.made.statistics
  }

  get fields(): FieldFinder {
    this.made.fields ??= new FieldFinder(this.index)
    return this.made.fields
  }

  get counts(): CountFinder {
    this.made.counts ??= new CountFinder(this.index, this.effort)
    return this.made.counts
  }

  get conversation(): GivenNumbers {
    this.made.conversation ??= numbersIn(this.given.conversation ?? [])
    return this.made.conversation
  }

  get query(): GivenNumbers {
    this.made.query ??= numbersIn(textsIn(this.given.queries ?? []))
    return this.made.query
  }
}

type GivenNumbers = ReadonlySet<number | string>

const maxChars = 200_000

function numbersIn(texts: Iterable<string>): GivenNumbers {
  const found = new Set<number | string>()
  let left = maxChars
  for (const text of texts) {
    if (left <= 0) break
    for (const { readings, dates } of findFigures(text.slice(0, left))) {
      for (const { value } of readings) found.add(value)
      for (const key of dates) found.add(key)
    }
    left -= text.length
  }
  return found
}

/** Yields the texts and numbers of JSON values as texts. */
function* textsIn(values: readonly JsonValue[]): Generator<string> {
  const waiting: unknown[] = [...values]
  for (let count = 0; waiting.length > 0 && count < 10_000; count++) {
    const next = waiting.pop()
    if (typeof next === 'string') yield next
    else if (typeof next === 'number') yield String(next)
    else if (Array.isArray(next)) waiting.push(...next.slice(0, 1_000))
    else if (isRecord(next)) waiting.push(...Object.values(next).slice(0, 1_000))
  }
}
