import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PfError } from '@pf/core'
import { builtInSuite } from '../briefs/built-in-suite.ts'
import { readSuite, type Suite } from '../briefs/read-suite.ts'
import { compareResults, hasRegression } from '../compare/compare-results.ts'
import type { ReadConfig } from '../config/eval-config.ts'
import { loadConfig } from '../config/load-config.ts'
import { toConfiguration } from '../config/to-configuration.ts'
import { recordRuns, replayRuns, unasked } from '../recording/recorded-runs.ts'
import { type Recording, readRecording, writeRecording } from '../recording/recording-file.ts'
import { htmlReport } from '../report/html-report.ts'
import { comparisonText, resultText } from '../report/terminal-text.ts'
import type { EvalResult } from '../result/eval-result.ts'
import { writeResult } from '../result/result-file.ts'
import { policyOf, runSuite } from '../run/run-suite.ts'
import type { CommandContext } from './command-context.ts'
import { type Evaluated, preparePictures, type ReportPictures } from './report-pictures.ts'

export const runHelp = `pf-eval run                   Runs every brief of a suite and scores the runs
  --config FILE               Default: pf-eval.config.ts, .mts, .js, .mjs or .json in this folder
  --model NAME                A model, in place of the configurations of the file
  --base-url URL              Its OpenAI-compatible address; default: that of OpenAI
  --api-key-env NAME          The environment variable with its key; default OPENAI_API_KEY
  --suite FOLDER              The briefs; default: those of the file, or those of @pf/eval
  --briefs ID,ID              Only these briefs
  --runs N                    Runs of each brief; default 1
  --concurrency N             Runs at the same time; default 4
  --max-tokens N              Ends the evaluation after so many tokens of a configuration
  --max-cost N                Ends the evaluation after this cost of a configuration; needs prices
  --record FOLDER             Also writes the model calls of each configuration, NAME.recording.json
  --replay FOLDER             Repeats recorded calls in place of asking a model
  --in-order                  Repeats them in their order, also if the prompts have changed since
  --pictures                  Draws the components in a Chromium and adds their pictures to report.html
  --out FOLDER                Where the results are written; default pf-eval-results`

const options = {
  config: { type: 'string' },
  model: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key-env': { type: 'string' },
  suite: { type: 'string' },
  briefs: { type: 'string' },
  runs: { type: 'string' },
  concurrency: { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-cost': { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  'in-order': { type: 'boolean' },
  pictures: { type: 'boolean' },
  out: { type: 'string' },
} as const

/** Runs the configurations one after the other. Returns 1 if nothing was measured or the second one is significantly worse, and 130 after Ctrl-C. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options, strict: true })
  const loaded = await loadConfig(context.cwd, values.config)
  const config = withFlags(loaded?.config, values)
  if (values.record !== undefined && values.replay !== undefined) throw new PfError('invalid_config', 'Use --record or --replay, not both.')
  const suite = await suiteOf({ folder: values.suite, config, from: loaded?.folder ?? context.cwd, cwd: context.cwd, briefs: values.briefs })
  const out = resolve(context.cwd, values.out ?? 'pf-eval-results')
  await mkdir(out, { recursive: true })
  const own = config.page === undefined ? undefined : resolve(loaded?.folder ?? context.cwd, config.page)
  const pictures = preparePictures({ isWanted: values.pictures === true, own }, context)
  const evaluated: Evaluated[] = []
  for (const [index, [name, input]] of Object.entries(config.configurations).entries()) {
    const { result, policy } = await evaluate(name, { input, index, config, suite, context, values, pictures })
    evaluated.push({ result, policy })
    const path = join(out, `${fileName(name)}.json`)
    await writeResult(path, result)
    context.print(`${resultText(result)}\n\nWritten to ${path}\n`)
    if (result.stopped === 'cancelled') break
  }
  return report(evaluated, { out, suite, context, pictures })
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function withFlags(config: ReadConfig | undefined, values: Values): ReadConfig {
  const { model, 'base-url': baseUrl, 'api-key-env': apiKeyEnv } = values
  if (model === undefined && (baseUrl !== undefined || apiKeyEnv !== undefined))
    throw new PfError('invalid_config', '--base-url and --api-key-env need --model.')
  if (!config && model === undefined)
    throw new PfError('invalid_config', 'There is no config file here. Write pf-eval.config.ts, or name a model with --model.')
  const address =
    model === undefined ? undefined : { name: model, ...(baseUrl === undefined ? {} : { baseUrl }), ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }) }
  const runs = readNumber('--runs', values.runs) ?? config?.runs
  const concurrency = readNumber('--concurrency', values.concurrency) ?? config?.concurrency
  const tokens = readNumber('--max-tokens', values['max-tokens']) ?? config?.limit?.tokens
  const cost = readNumber('--max-cost', values['max-cost']) ?? config?.limit?.cost
  return {
    ...(config?.suite === undefined ? {} : { suite: config.suite }),
    ...(config?.page === undefined ? {} : { page: config.page }),
    configurations: address ? { [fileName(address.name)]: { model: address } } : (config?.configurations ?? {}),
    ...(runs === undefined ? {} : { runs }),
    ...(concurrency === undefined ? {} : { concurrency }),
    limit: { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) },
  }
}

async function suiteOf({
  folder,
  config,
  from,
  cwd,
  briefs,
}: {
  folder: string | undefined
  config: ReadConfig
  from: string
  cwd: string
  briefs: string | undefined
}): Promise<Suite> {
  const path = folder === undefined ? (config.suite === undefined ? builtInSuite : resolve(from, config.suite)) : resolve(cwd, folder)
  return readSuite(path, briefs === undefined ? undefined : briefs.split(',').map((id) => id.trim()))
}

interface Evaluation {
  input: ReadConfig['configurations'][string]
  /** Of the configuration among the others. */
  index: number
  config: ReadConfig
  suite: Suite
  context: CommandContext
  values: Values
  pictures: ReportPictures
}

async function evaluate(name: string, { input, index, config, suite, context, values, pictures }: Evaluation): Promise<Evaluated> {
  const folder = values.replay ?? values.record
  const path = folder === undefined ? '' : join(resolve(context.cwd, folder), `${fileName(name)}.recording.json`)
  const replayed = values.replay === undefined ? undefined : await readRecording(path)
  const configuration = await toConfiguration(name, input, { suite, env: context.env, given: replayed && unasked(replayed.model) })
  const recording: Recording = { model: configuration.model.name, runs: new Map() }
  const recordedModel = values.record === undefined ? undefined : recordRuns(configuration.model, recording)
  const modelFor = replayed ? replayRuns(replayed, values['in-order'] ? 'order' : 'request') : recordedModel
  const { runs, concurrency, limit } = config
  const result = await runSuite({
    suite,
    configuration: { ...configuration, replayed: replayed !== undefined },
    ...(modelFor ? { modelFor } : {}),
    ...(runs === undefined ? {} : { runs }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(limit ? { limit: { ...(limit.tokens === undefined ? {} : { tokens: limit.tokens }), ...(limit.cost === undefined ? {} : { cost: limit.cost }) } } : {}),
    signal: context.signal,
    keepRows: pictures.isPossible,
    onProgress: (progress) => {
      const { done, of, record } = progress
      pictures.keep(index, progress)
      context.printError(
        `${name} ${done}/${of} ${record.brief}: ${record.total === undefined ? `failed (${record.error?.code ?? 'unknown'})` : `${Math.round(record.total * 100)} %`}`,
      )
    },
  })
  if (recordedModel) {
    await mkdir(resolve(context.cwd, folder ?? '.'), { recursive: true })
    await writeRecording(path, recording)
  }
  return { result, policy: policyOf(suite, configuration) }
}

interface Reporting {
  out: string
  suite: Suite
  context: CommandContext
  pictures: ReportPictures
}

async function report(evaluated: readonly Evaluated[], { out, suite, context, pictures }: Reporting): Promise<number> {
  const { print } = context
  const results: readonly EvalResult[] = evaluated.map(({ result }) => result)
  const [before, ...others] = results
  const measured = results.every(({ runs }) => runs.some(({ status }) => status === 'measured'))
  const comparisons = before && measured ? others.map((other) => compareResults(before, other)) : []
  for (const comparison of comparisons) {
    const path = join(out, `${fileName(comparison.before)}-${fileName(comparison.after)}.comparison.json`)
    await writeFile(path, `${JSON.stringify(comparison, null, 1)}\n`)
    print(`${comparisonText(comparison)}\n\nWritten to ${path}`)
  }
  const page = join(out, 'report.html')
  await writeFile(page, htmlReport({ results, comparisons, briefs: suite.briefs, ...(await pictures.take(evaluated)) }))
  print(`Report: ${page}`)
  if (context.signal.aborted || results.some(({ stopped }) => stopped === 'cancelled')) return 130
  if (!measured) print('Nothing was measured: every run of a configuration failed outside the model.')
  return measured && !comparisons.some(hasRegression) ? 0 : 1
}

/** Returns a name that is a file name on every system. */
export const fileName = (name: string) =>
  name
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 80) || 'model'

/** Returns the number of a flag. Throws PfError `invalid_config` for other texts. */
function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) throw new PfError('invalid_config', `${flag} must be a number above 0.`)
  return value
}
