import type { Figure, FigureCounts, JsonValue, Provenance, ProvenanceResult, ResultLocation } from '@pf/core'
import { Evidence } from './evidence.ts'
import { count, type FigureReport, type TracedComponent, traceComponent } from './trace-component.ts'
import { traceText } from './trace-text.ts'

/** A result of a run with the call that returned it. */
export interface TracedResult extends ProvenanceResult {
  /** The observation of the call, or the data of the artifact. */
  value: unknown
  /** The arguments of the call. */
  args?: JsonValue
}

/** What is traced, and in what. */
export interface TraceInput {
  results: readonly TracedResult[]
  /** The text of the answer. */
  answer?: string
  components?: readonly TracedComponent[]
  /** Texts of the messages before the answer. Figures that repeat them are stated by the conversation. */
  conversation?: readonly string[] | undefined
  /** Computations that the model declares, as it wrote them: `[{"operation", "operands": [{"ref", "path"}]}]`. */
  computations?: unknown
}

const maxFigures = 200
const maxAnswerChars = 200_000

/**
 * Finds the figures of an answer and its components, and for each its origin in the results. Pure and without a model. Its time grows with
 * the size of the input up to the limits; beyond them the result says that it is incomplete. Never throws for data that is JSON.
 */
export function traceFigures({ results, answer = '', components = [], conversation, computations }: TraceInput): Provenance {
  const queries = results.flatMap(({ args }) => (args === undefined ? [] : [args]))
  const evidence = new Evidence({
    results,
    queries,
    ...(conversation ? { conversation } : {}),
    ...(computations === undefined ? {} : { declared: computations }),
  })
  const counts: FigureCounts = { result: 0, computed: 0, stated: 0, unproven: 0, references: 0 }
  const kept = { proven: [] as Figure[], stated: [] as Figure[] }
  const report: FigureReport = {
    counts,
    hasRoom: (kind) => (kind === 'stated' ? kept.stated : kept.proven).length < maxFigures,
    add: (figure) => void (figure.source.kind === 'stated' ? kept.stated : kept.proven).push(figure),
  }
  let incomplete = answer.length > maxAnswerChars
  for (const figure of traceText(answer.slice(0, maxAnswerChars), evidence)) {
    count(counts, figure.source)
    if (report.hasRoom(figure.source.kind)) report.add(figure)
  }
  for (const component of components) if (!traceComponent(component, evidence, report)) incomplete = true
  const figures = [...kept.stated, ...kept.proven].slice(0, maxFigures)
  return { counts, figures, results: usedResults(figures, results), incomplete: incomplete || evidence.incomplete }
}

function locationsOf({ source }: Figure): readonly ResultLocation[] {
  if (source.kind === 'result') return [source]
  if (source.kind === 'computed') return source.operands
  return source.near ? [source.near] : []
}

function usedResults(figures: readonly Figure[], results: readonly TracedResult[]): ProvenanceResult[] {
  const used = new Set(figures.flatMap((figure) => locationsOf(figure).map(({ ref }) => ref)))
  return results.filter(({ ref }) => used.has(ref)).map(({ ref, tool, tool_call_id }) => ({ ref, tool, tool_call_id }))
}
