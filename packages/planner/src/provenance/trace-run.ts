import { type TracedComponent, traceFigures } from '@pf/artifacts/provenance'
import type { Provenance } from '@pf/core'
import { getOwn } from '@pf/core/internal'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import { resultsOf } from './run-results.ts'

/** An answer and the origin of its figures. */
export type TracedAnswer = NonNullable<Outcome['traced']>

/** Finds the origin of the figures of an answer and of the components that the run has shown. */
export async function traceRun(run: Run, answer: string, computations?: unknown): Promise<Provenance> {
  const { results, incomplete } = await resultsOf(run)
  const components = run.segment.components.list().flatMap(({ id, component, props, written, hidden }): TracedComponent[] =>
    // The payload would repeat values that the model may not see. Props that the model wrote contain none.
    hidden && !written ? [] : [{ id, component, props: written ?? props }],
  )
  const conversation = [...run.state.history.map(({ content }) => content), ...run.state.context.map(({ value }) => value), ...descriptionsOf(run)]
  const traced = traceFigures({ results, answer, components, conversation, computations })
  return incomplete ? { ...traced, incomplete } : traced
}

/** The host's own words about its tools, such as the meaning of a column. */
const descriptionsOf = (run: Run): string[] => [...run.tools.values()].filter(({ work }) => work.kind === 'host').map(({ description }) => description)

/** Returns the answer of an outcome with the origin of its figures; undefined if it is not an answer of the model. */
export async function traceOutcome(run: Run, { reason, args, route, traced }: Outcome): Promise<TracedAnswer | undefined> {
  const answer = args?.answer ?? args?.raw_answer
  if (run.agent.provenance === 'off' || reason !== 'answer' || route === 'refusal' || typeof answer !== 'string') return undefined
  return traced?.answer === answer ? traced : { answer, provenance: await traceRun(run, answer, computationsOf(args)) }
}

/** Returns the computations that the model declares, unvalidated: in `extra`, which every response format allows, or beside the answer. */
export function computationsOf(args: Record<string, unknown> | undefined): unknown {
  return getOwn(getOwn(args, 'extra'), 'computations') ?? getOwn(args, 'computations')
}

const maxNamed = 10

/** Returns the figures that are in no result, as they are written; empty if results are missing, because the figures may be in these. */
export function unprovenFigures({ figures, incomplete }: Provenance): string[] {
  if (incomplete) return []
  const unproven = figures.filter(({ source }) => source.kind === 'stated' && source.by === 'model')
  return [...new Set(unproven.map(({ text, component, pointer }) => (component === undefined ? text : `${text} (${component}${pointer ?? ''})`)))]
}

/** Lists figures in a sentence. */
export function listFigures(figures: readonly string[]): string {
  const more = figures.length - maxNamed
  return `${figures.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
