// Mutation testing: `npm run test:mutation [area ...]`. Changes the code of an area in small ways and reports which changes no test
// detects. The beginning of names, such as `core/action`, selects all areas below it. Prints one line per area with its score and exits
// with 1 if a score is below the threshold; reports are in node_modules/.cache/pf/mutation.
import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

/** Minimum score, in percent of the mutants that a test could detect. */
const threshold = 85
const reports = 'node_modules/.cache/pf/mutation'

/** For each area, the folders to mutate, and the folders or files of tests to run, as globs below packages/. The tests are those that take milliseconds. */
const areas = {
  ...eachFolder('core/action', {
    code: {
      markup: 'core/src/action/markup/**',
      normalize: 'core/src/action/normalize/**',
      prompt: 'core/src/action/prompt/**',
      reader: 'core/src/action/reader/**',
      scan: 'core/src/action/scan/**',
      shape: 'core/src/action/shape/**',
    },
    tests: [
      'core/src/action/{markup,prompt,scan,shape}/**',
      'core/src/action/reader/{action-reader,answer-extractor,whole-events}',
      'core/src/action/normalize/{cut-action,doubts,doubts-around,formal-members,lost-arguments,normalize-cases,normalize-limits,normalize-order,normalize-repairs,normalize-results,normalize-shapes,object-bounds,parse-directly,read-object,repeated-keys,repeated-values}',
      'core/src/decisions',
    ],
  }),
  'artifacts/redact': { code: ['artifacts/src/redact/**'], tests: ['artifacts/src/{redact,marking,json,response,payload}/**', 'artifacts/src/cases'] },
  'registry/validate': {
    code: ['registry/src/validate/**'],
    tests: ['registry/src/{validate,answers,compat,extend}/**', 'registry/src/{bounds.isolated,components,components-*}'],
  },
  'registry/policy': { code: ['registry/src/policy/**'], tests: ['registry/src/policy/**'] },
  'planner/run': {
    code: ['planner/src/{run,log}/**'],
    tests: [
      'planner/src/{run,log}/**',
      'planner/src/agent/{agent-port,closing-order,failing-store,run-story,slow-store}',
      'planner/src/threads/{calls-in-flight,commits}',
    ],
  },
  ...eachFolder('planner/resume', {
    code: {
      requests: 'planner/src/requests/**',
      segments: 'planner/src/segments/**',
      state: 'planner/src/state/**',
      threads: 'planner/src/threads/**',
    },
    tests: [
      'planner/src/{requests,segments,state}/**',
      'planner/src/threads/{calls-in-flight,commits,continue-from-state,paused-thread,question-timers.isolated,state-fields,two-nodes}',
      'planner/src/agent/{failing-store,rich-output}',
      'planner/src/toolset/front-end-tools',
      'planner/src/questions/pause',
      'planner/src/telemetry/telemetry',
    ],
  }),
  mcp: { code: ['mcp/src/**'], tests: ['mcp/src/*/**', 'mcp/src/{mcp,odd-server,tool-annotations,calls-after-a-failure}'] },
  'agui-adapter/agui': { code: ['agui-adapter/src/agui/**'], tests: ['agui-adapter/src/{agui,plain}/**'] },
}

const asked = process.argv.slice(2)
const isBelow = (name, beginning) => name === beginning || name.startsWith(`${beginning}/`)
const unknown = asked.filter((beginning) => !Object.keys(areas).some((name) => isBelow(name, beginning)))
if (unknown.length) {
  console.error(`unknown area: ${unknown.join(', ')}; the areas are ${Object.keys(areas).join(', ')}`)
  process.exit(2)
}
const chosen = asked.length ? Object.keys(areas).filter((name) => asked.some((beginning) => isBelow(name, beginning))) : Object.keys(areas)
mkdirSync(reports, { recursive: true })
const rows = []
for (const name of chosen) rows.push(await measure(name, areas[name]))
console.log(['area', 'killed', 'timed out', 'survived', 'not covered', 'not measured', 'score'].join('\t'))
for (const { name, killed, timedOut, survived, uncovered, failed, score } of rows)
  console.log([name, killed, timedOut, survived, uncovered, failed, `${score.toFixed(1)} %`].join('\t'))
process.exit(rows.every(({ score }) => score >= threshold) ? 0 : 1)

/** Creates one area for each folder, because an entire area takes an hour. All of them have the same tests. */
function eachFolder(name, { code, tests }) {
  return Object.fromEntries(Object.entries(code).map(([folder, glob]) => [`${name}/${folder}`, { code: [glob], tests }]))
}

async function measure(name, { code, tests }) {
  const file = `${reports}/${name.replaceAll('/', '-')}.json`
  process.env.PF_MUTATION_TESTS = tests.map((glob) => `packages/${glob}${glob.endsWith('/**') ? '/*' : ''}.test.ts`).join('|')
  const globs = code.map((glob) => `packages/${glob}/*.ts`)
  const first = await mutate([...globs, '!**/*.test.ts', '!**/test-support/**', '!**/__fixtures__/**', '!**/generated/**'], {
    incremental: true,
    incrementalFile: file,
  })
  const results = await measureAgain(first)
  const count = (...states) => results.filter(({ status }) => states.includes(status)).length
  const [killed, timedOut, survived, uncovered] = [count('Killed'), count('Timeout'), count('Survived'), count('NoCoverage')]
  const failed = count('RuntimeError', 'CompileError')
  writeFileSync(file.replace('.json', '.survivors.json'), JSON.stringify(survivors(results), null, 1))
  return { name, killed, timedOut, survived, uncovered, failed, score: (100 * (killed + timedOut)) / Math.max(1, killed + timedOut + survived + uncovered) }
}

/** Measures survivors again, each in its own thread, because a thread that runs many mutants reports some as survivors that its tests detect. */
async function measureAgain(results) {
  const survived = results.filter(({ status }) => status === 'Survived')
  if (survived.length === 0) return results
  process.env.PF_MUTATION_FRESH = 'true'
  const ranges = survived.map(
    // Lines of ranges start at 1, as those of results do, but columns start at 0.
    ({ fileName, location: { start, end } }) => `${relative(process.cwd(), fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  )
  const again = await mutate([...new Set(ranges)], { incremental: false })
  delete process.env.PF_MUTATION_FRESH
  const keyOf = ({ fileName, location, mutatorName, replacement }) => JSON.stringify([fileName, location, mutatorName, replacement])
  const second = new Map(again.map((result) => [keyOf(result), result]))
  return results.map((result) => (result.status === 'Survived' ? (second.get(keyOf(result)) ?? result) : result))
}

/** Runs Stryker on files or ranges of lines and columns. */
function mutate(places, options) {
  return new Stryker({
    mutate: places,
    ignorePatterns: ['apps', 'examples', 'bench', '**/dist', '**/.turbo'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tooling/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Mutants of message texts are excluded, because no test compares these texts. Tests check codes, fields and branches.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    tempDirName: '.stryker-tmp',
    concurrency: 1,
    dryRunTimeoutMinutes: 30,
    timeoutMS: 30_000,
    timeoutFactor: 2,
    disableTypeChecks: false,
    ...options,
  }).runMutationTest()
}

function survivors(results) {
  return results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ fileName, location, mutatorName, replacement, status }) => ({
      file: fileName.replace(`${process.cwd()}/`, ''),
      line: location.start.line,
      mutatorName,
      replacement,
      status,
    }))
}
