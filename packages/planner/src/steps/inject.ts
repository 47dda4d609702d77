import { toJson } from '@pf/artifacts'
import type { JsonObject, JsonValue } from '@pf/core'
import type { ToolOutcome } from '../tools/tool-outcome.ts'

/** The result of one branch of a plan. */
export interface BranchResult {
  branch: number
  node: string
  status: 'ok' | 'error'
  outcome: ToolOutcome
}

/** A plan whose branches are completed or wait. */
export interface JoinInput {
  plan_id: string
  join: unknown
  branches: readonly BranchResult[]
  planned: number
  lost?: boolean
}

/** The arguments of a join: unredacted values for the tool, and redacted ones for events. */
export type Injected = { ok: true; args: Record<string, unknown>; shown: Record<string, unknown> } | { ok: false; problem: string }

type Source = (branches: readonly BranchResult[], planned: number, pick: (branch: BranchResult) => JsonValue) => JsonValue

const sources = new Map<string, Source>([
  ['$all', results],
  ['$results', results],
  [
    '$branches',
    (branches, _planned, pick) => branches.map((branch) => ({ branch: branch.branch, node: branch.node, status: branch.status, result: pick(branch) })),
  ],
  ['$failures', (branches, _planned, pick) => failed(branches).map((branch) => ({ branch: branch.branch, node: branch.node, error: pick(branch) }))],
  ['$success_count', (branches) => branches.length - failed(branches).length],
  ['$failure_count', (branches) => failed(branches).length],
  ['$expect', (_branches, planned) => planned],
])

function results(branches: readonly BranchResult[], _planned: number, pick: (branch: BranchResult) => JsonValue): JsonValue {
  return branches.filter(({ status }) => status === 'ok').map(pick)
}

const failed = (branches: readonly BranchResult[]) => branches.filter(({ status }) => status !== 'ok')

/** Maximum number of injected arguments. Each of them may be a copy of all results. */
const maxInjected = 16

/** Inserts branch results into the arguments of a join. Strings that start with `$` name a source; everything else is a literal. */
export function injectResults(join: { args: JsonObject; inject: Record<string, unknown> }, branches: readonly BranchResult[], planned: number): Injected {
  const args: [string, unknown][] = Object.entries(join.args)
  const shown: [string, unknown][] = Object.entries(join.args)
  const wanted = Object.entries(join.inject)
  if (wanted.length > maxInjected) return { ok: false, problem: `A join accepts at most ${maxInjected} injected arguments.` }
  for (const [name, from] of wanted) {
    const source = typeof from === 'string' && from.startsWith('$') ? sources.get(from) : undefined
    if (typeof from === 'string' && from.startsWith('$') && !source)
      return { ok: false, problem: `Unknown source "${from.slice(0, 40)}"; use one of ${[...sources.keys()].join(', ')}.` }
    args.push([name, source ? source(branches, planned, realValue) : from])
    shown.push([name, source ? source(branches, planned, ({ outcome }) => outcome.observation) : from])
  }
  return { ok: true, args: Object.fromEntries(args), shown: Object.fromEntries(shown) }
}

/** Returns the unredacted value that the tool of a branch returned. A join is a host tool and may receive it. */
function realValue({ outcome }: BranchResult): JsonValue {
  return outcome.value === undefined ? outcome.observation : toJson(outcome.value)
}
