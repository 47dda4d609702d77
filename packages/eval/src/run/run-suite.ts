import { PfError } from '@pf/core'
import { createPolicy, defaultRegistry, type Policy } from '@pf/registry'
import type { Brief } from '../briefs/brief.ts'
import type { Suite } from '../briefs/read-suite.ts'
import type { EvalConfiguration, SpendingLimit } from '../config/configuration.ts'
import type { EvalResult, RunRecord } from '../result/eval-result.ts'
import type { StoredRows } from './read-rows.ts'
import { runBrief } from './run-brief.ts'
import { failedRecord, toRecord } from './to-record.ts'

/** Options of `runSuite`. */
export interface RunSuiteOptions {
  suite: Suite
  configuration: EvalConfiguration
  /** Number of runs of each brief. Default 1. */
  runs?: number
  /** Number of runs at the same time. Default 4. */
  concurrency?: number
  limit?: SpendingLimit
  /** Returns the model for one run, such as one that records or replays its calls. Default: the model of the configuration. */
  modelFor?: (brief: string, run: number) => EvalConfiguration['model']
  /** True if `Progress` should have the rows behind references, which results do not have. Default false. */
  keepRows?: boolean
  onProgress?: (progress: Progress) => void
  /** Ends the evaluation. Runs that are complete are kept. */
  signal?: AbortSignal
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** How far an evaluation is, after each run. */
export interface Progress {
  done: number
  of: number
  record: RunRecord
  /** For each shown component, the rows behind its references; only with `keepRows`. */
  rows?: readonly (readonly StoredRows[])[]
}

interface Job {
  brief: Brief
  run: number
}

/**
 * Runs every brief of a suite with a configuration and scores the runs. The first runs of all briefs come before the second ones, so that
 * an evaluation that is ended early has measured all briefs equally often. Throws PfError `invalid_config` for options out of range.
 */
export async function runSuite(options: RunSuiteOptions): Promise<EvalResult> {
  const { suite, configuration, runs = 1, concurrency = 4, limit = {}, onProgress, signal, now = Date.now } = options
  checkOptions({ runs, concurrency, limit, configuration })
  const policy = policyOf(suite, configuration)
  const jobs: Job[] = Array.from({ length: runs }, (_, run) => suite.briefs.map((brief) => ({ brief, run }))).flat()
  const records: RunRecord[] = []
  let next = 0
  let stopped: EvalResult['stopped']
  const work = async () => {
    for (let job = jobs[next++]; job && !stopped; job = jobs[next++]) {
      if (signal?.aborted) stopped = 'cancelled'
      else if (isSpent(records, limit)) stopped = 'budget'
      if (stopped) return
      const measured = await measure(job, options, policy)
      if (!measured) stopped = 'cancelled'
      else {
        records.push(measured.record)
        onProgress?.({ done: records.length, of: jobs.length, ...measured })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, work))
  const { version, digest } =
    policy.registry?.version === undefined ? defaultRegistry() : { version: policy.registry.version, digest: policy.registry.digest ?? '' }
  const order = new Map(suite.briefs.map(({ id }, index) => [id, index]))
  return {
    format: 'pf-eval-result',
    version: 1,
    created_at: new Date(now()).toISOString(),
    suite: { name: suite.name, digest: suite.digest, briefs: suite.briefs.length },
    configuration: {
      name: configuration.name.slice(0, 100),
      model: configuration.model.name.slice(0, 200),
      registry_version: version.slice(0, 100),
      registry_digest: digest.slice(0, 64),
      replayed: configuration.replayed === true,
    },
    runs_per_brief: runs,
    ...(stopped && records.length < jobs.length ? { stopped } : {}),
    runs: records.sort((a, b) => a.run - b.run || (order.get(a.brief) ?? 0) - (order.get(b.brief) ?? 0)),
  }
}

/** Returns the policy of a configuration: its own, or the components of the suite. */
export function policyOf(suite: Suite, { policy }: Pick<EvalConfiguration, 'policy'>): Policy {
  return policy ?? createPolicy({ ...(suite.allowlist ? { allowlist: suite.allowlist } : {}), urlHosts: suite.url_hosts })
}

/** Runs one brief. Returns undefined if it was cancelled; a run that cannot be made is a failed record. */
async function measure(
  { brief, run }: Job,
  { suite, configuration, modelFor, keepRows = false, signal }: RunSuiteOptions,
  policy: Policy,
): Promise<Pick<Progress, 'record' | 'rows'> | undefined> {
  const own = signal ?? new AbortController().signal
  try {
    const model = modelFor?.(brief.id, run) ?? configuration.model
    const { rows, ...observation } = await runBrief({ brief, configuration: { ...configuration, model }, policy, system: suite.system, keepRows, signal: own })
    if (observation.finish === 'cancelled' || own.aborted) return undefined
    const record = toRecord(observation, { brief, run, policy, price: configuration.price, replayed: configuration.replayed === true })
    return { record, ...(rows ? { rows } : {}) }
  } catch (error) {
    if (own.aborted) return undefined
    if (PfError.isInstance(error) && error.code === 'invalid_config') throw error
    const code = PfError.isInstance(error) ? error.code : 'internal'
    return { record: failedRecord({ brief: brief.id, run, code, message: String(error instanceof Error ? error.message : error) }) }
  }
}

function isSpent(records: readonly RunRecord[], { tokens, cost }: SpendingLimit): boolean {
  const sum = (amount: (record: RunRecord) => number | undefined) => records.reduce((total, record) => total + (amount(record) ?? 0), 0)
  const spentTokens = sum(({ measures }) => (measures.input_tokens ?? 0) + (measures.output_tokens ?? 0))
  return (tokens !== undefined && spentTokens >= tokens) || (cost !== undefined && sum(({ measures }) => measures.cost) >= cost)
}

function checkOptions({ runs, concurrency, limit, configuration }: Required<Pick<RunSuiteOptions, 'runs' | 'concurrency' | 'limit' | 'configuration'>>): void {
  const isCount = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max
  const isAmount = (value: number | undefined) => value === undefined || (Number.isFinite(value) && value > 0)
  const faults = [
    ...(isCount(runs, 1_000) ? [] : ['runs must be an integer from 1 to 1,000']),
    ...(isCount(concurrency, 64) ? [] : ['concurrency must be an integer from 1 to 64']),
    ...(isAmount(limit.tokens) && isAmount(limit.cost) ? [] : ['limits of tokens and cost must be numbers above 0']),
    ...(limit.cost !== undefined && !configuration.price ? ['a limit of the cost needs the price of the model'] : []),
  ]
  if (faults.length > 0) throw new PfError('invalid_config', `The evaluation cannot start: ${faults.join('; ')}.`)
}
