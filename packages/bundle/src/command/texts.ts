import type { Bundle } from '../format/bundle.ts'
import type { ReplayDifference } from '../replay/compare.ts'
import { compareOutlines, outlineOfBundle, type RunComparison, type RunOutline } from '../replay/compare-runs.ts'
import { notRepeatedOf } from '../replay/not-repeated.ts'

/** What `show` prints. */
export interface BundleSummary extends RunOutline {
  run_id: string
  thread_id: string
  created: string
  node: string | null
  registry: string
  question: string | null
  runs: number
  events: number
  tool_executions: number
  artifacts: { included: number; omitted: number }
  replayable: boolean
  /** Why a replay is not equal, whatever the agent does. */
  not_repeated: string[]
  redaction: Bundle['redaction']
}

/** Returns what a bundle contains. */
export function summaryOf(bundle: Bundle): BundleSummary {
  const { runs, artifacts } = bundle
  const [first] = runs.flatMap((run) => run.requests)
  const question = first?.type === 'start' ? first.input.messages.findLast(({ role }) => role === 'user')?.content : undefined
  const included = artifacts.filter(({ data }) => data !== undefined).length
  return {
    run_id: bundle.run_id,
    thread_id: bundle.thread_id,
    created: Number.isFinite(new Date(bundle.created).getTime()) ? new Date(bundle.created).toISOString() : String(bundle.created),
    node: bundle.versions.node ?? null,
    registry: `${bundle.registry.version} ${bundle.registry.digest}`,
    question: question ?? null,
    runs: runs.length,
    events: runs.reduce((sum, run) => sum + run.events.length, 0),
    tool_executions: runs.reduce((sum, run) => sum + run.tool_executions.length, 0),
    artifacts: { included, omitted: artifacts.length - included },
    replayable: bundle.agent !== undefined && first?.type === 'start' && runs.some((run) => run.model_calls.length > 0),
    not_repeated: notRepeatedOf(bundle),
    redaction: bundle.redaction,
    ...outlineOfBundle(bundle),
  }
}

/** The text of `show`, one fact a line. */
export function showText(summary: BundleSummary): string {
  const lines: [string, string | number][] = [
    ['run', summary.run_id],
    ['thread', summary.thread_id],
    ['exported', summary.created],
    ['node', summary.node ?? 'unknown'],
    ['registry', summary.registry],
    ['question', summary.question ?? 'not recorded'],
    ['runs', summary.runs],
    ['events', summary.events],
    ['model calls', summary.model_calls],
    ['tokens', `${summary.tokens.input} in, ${summary.tokens.output} out`],
    ['actions', summary.actions.join(', ') || 'none'],
    ['components', summary.components.join(', ') || 'none'],
    ['repairs', summary.repairs],
    ['artifacts', `${summary.artifacts.included} included, ${summary.artifacts.omitted} omitted`],
    ['redacted', `${summary.redaction.replaced} texts${summary.redaction.requests_omitted ? ', requests omitted' : ''}`],
    ['replayable', !summary.replayable ? 'no' : summary.not_repeated.length === 0 ? 'yes' : `yes, but not equal. ${summary.not_repeated.join(' ')}`],
    ['finish', summary.finish ?? 'none'],
    ['answer', summary.answer ?? 'none'],
  ]
  return lines.map(([name, value]) => `${name.padEnd(12)}${printable(String(value))}`).join('\n')
}

/** The text of `diff`. */
export function diffText({ equal, differing, left, right }: RunComparison): string {
  if (equal) return 'The two runs did the same.'
  const show = (value: unknown) => printable(typeof value === 'string' ? value : JSON.stringify(value))
  return differing.map((key) => `${key.replaceAll('_', ' ')}\n  - ${show(left[key])}\n  + ${show(right[key])}`).join('\n')
}

/** What `replay` prints. */
export interface ReplaySummary {
  equal: boolean
  differences: ReplayDifference[]
  outlines: { recorded: RunOutline; replayed: RunOutline }
  error?: { code: string; message: string }
  unusedTools: number
  notDescribed: string[]
  notRepeated: string[]
  events: number
  answer: string | null
}

/** The text of `replay`. */
export function replayText({ equal, differences, outlines, error, unusedTools, notDescribed, notRepeated, events, answer }: ReplaySummary): string {
  const code = [
    ...notRepeated.map(printable),
    ...(notDescribed.length === 0
      ? []
      : [`The agent has options that are code and are not in the bundle: ${printable(notDescribed.join(', '))}. Give them with --agent.`]),
  ]
  if (equal)
    return [`Equal: ${events} events and the payload. Times and ids are not compared.`, `answer      ${printable(answer ?? 'none')}`, ...code].join('\n')
  const unused = unusedTools === 0 ? [] : [`${unusedTools} recorded tool executions were not used.`]
  const lines = differences.map(
    ({ in: part, pointer, recorded, replayed }) =>
      `${part} ${printable(pointer)}\n  - ${printable(recorded ?? 'absent')}\n  + ${printable(replayed ?? 'absent')}`,
  )
  const did = compareOutlines(outlines.recorded, outlines.replayed)
  const ended = error ? [`The replay ended with ${printable(error.code)}: ${printable(error.message)}`] : []
  return ['Different:', ...code, ...ended, ...(did.equal ? [] : [diffText(did)]), ...lines, ...unused].join('\n')
}

/** A bundle comes from anyone, so control characters, which could operate the terminal, are replaced. */
const printable = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 2_000)
