import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createModelServer, type ModelServer } from '@pf/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readResult } from '../result/result-file.ts'
import { readingModel } from '../test-support/reading-model.ts'
import type { CommandContext } from './command-context.ts'
import { main } from './main.ts'

let folder: string
let server: ModelServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-eval-'))
  server = await createModelServer({ stories: [readingModel] })
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function command(args: string[], more: Partial<CommandContext> = {}) {
  const [printed, errors]: [string[], string[]] = [[], []]
  const context = {
    cwd: folder,
    env: { OPENAI_API_KEY: 'any' },
    print: (text: string) => void printed.push(text),
    printError: (text: string) => void errors.push(text),
    signal: new AbortController().signal,
  }
  const code = await main(args, { ...context, ...more })
  return { code, printed: printed.join('\n'), errors: errors.join('\n') }
}

const write = (name: string, content: unknown) => writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const model = () => ({ name: 'reader', baseUrl: server.url })
const few = ['--briefs', 'sales-by-region-bars,open-tickets-kpi,greeting']

describe('pf-eval run', () => {
  it('[003-play-02] measures a model behind an address, prints the scores and writes the result', async () => {
    const { code, printed, errors } = await command(['run', '--model', 'reader', '--base-url', server.url, ...few, '--runs', '2', '--concurrency', '1'])
    expect({ code, errors: errors.split('\n').at(-1) }).toEqual({ code: 0, errors: 'reader 6/6 greeting: 100 %' })
    expect(printed).toMatch(/choice +100\.0 %/)
    const result = await readResult(join(folder, 'pf-eval-results', 'reader.json'))
    expect(result).toMatchObject({ configuration: { model: 'reader' }, runs_per_brief: 2, suite: { briefs: 3 } })
    expect(result.runs).toHaveLength(6)
  })

  it('compares the configurations of a file, which may describe components in other words', async () => {
    const configurations = { before: { model: model() }, after: { model: model(), components: { echarts: { need: 'visual output', when: 'where it fits' } } } }
    await write('pf-eval.config.json', { configurations, concurrency: 2 })
    const { code, printed } = await command(['run', ...few])
    expect(code).toBe(0)
    expect(printed).toMatch(/before against after, 3 briefs under both[\s\S]*total .* not enough data/)
    expect((await readdir(join(folder, 'pf-eval-results'))).sort()).toEqual(['after.json', 'before-after.comparison.json', 'before.json', 'report.html'])
    const compared = await command(['compare', 'pf-eval-results/before.json', 'pf-eval-results/after.json', '--json', 'c.json'])
    expect(compared).toMatchObject({ code: 0, printed: expect.stringContaining('sales-by-region-bars') })
    expect(JSON.parse(await readFile(join(folder, 'c.json'), 'utf8'))).toMatchObject({ format: 'pf-eval-comparison', version: 1, briefs: 3 })
  })

  it('records the calls of a model, and repeats them without it', async () => {
    expect(await command(['run', '--model', 'reader', '--base-url', server.url, ...few, '--record', 'calls'])).toMatchObject({ code: 0 })
    const asked = server.requests.length
    const replay = ['run', '--model', 'reader', ...few, '--replay', 'calls', '--out', 'again']
    expect(await command(replay, { env: {} })).toMatchObject({ code: 0, printed: expect.stringContaining('reader (recorded calls)') })
    expect(server.requests).toHaveLength(asked)
    const [first, again] = [await readResult(join(folder, 'pf-eval-results/reader.json')), await readResult(join(folder, 'again/reader.json'))]
    expect(again.runs.map(({ brief, shown, total }) => ({ brief, shown, total }))).toEqual(
      first.runs.map(({ brief, shown, total }) => ({ brief, shown, total })),
    )
    expect(again.runs[0]?.measures).not.toHaveProperty('ms')
    expect(await command(['run', '--model', 'reader', '--briefs', 'thanks', '--replay', 'calls'])).toMatchObject({
      code: 1,
      printed: expect.stringContaining('Record it again'),
    })
    expect(await command([...replay, '--record', 'calls'])).toMatchObject({ code: 2, errors: expect.stringContaining('not both') })
    await write(
      'calls/reader.recording.json',
      '{"format": "pf-eval-recording", "version": 1, "model": "m", "lines": [], "contents": [[7]], "runs": [{"brief": "a", "run": 0, "exchanges": [{"request": {"messages": [{"content": 0}]}}]}]}',
    )
    expect(await command(replay)).toMatchObject({ code: 2, errors: expect.stringContaining('a text that it does not have') })
  })

  it('keeps what was measured after Ctrl-C', async () => {
    const cancel = new AbortController()
    const printError = () => cancel.abort()
    expect(await command(['run', '--model', 'reader', '--base-url', server.url, '--concurrency', '1'], { signal: cancel.signal, printError })).toMatchObject({
      code: 130,
      printed: expect.stringContaining('Ended early after 1 of 77 runs: cancelled.'),
    })
    expect(await readResult(join(folder, 'pf-eval-results', 'reader.json'))).toMatchObject({ stopped: 'cancelled', runs: [{}] })
  })

  it('says so if nothing was measured', async () => {
    server.mode('401')
    const { code, printed } = await command(['run', '--model', 'reader', '--base-url', server.url, '--briefs', 'greeting'])
    expect({ code, printed }).toEqual({ code: 1, printed: expect.stringMatching(/1 failed outside the model \(\w+: [\s\S]*Nothing was measured/) })
  })

  it('does not need the key of another variable, and never prints a key', async () => {
    const { code, printed, errors } = await command(['run', '--model', 'm', '--base-url', server.url, '--api-key-env', 'OWN_KEY', '--briefs', 'greeting'], {
      env: { OWN_KEY: 'sk-secret' },
    })
    expect(code).toBe(0)
    expect(printed + errors).not.toContain('sk-secret')
  })

  it.each([
    [['run'], 'There is no config file here'],
    [['run', '--config', 'none.json'], 'There is no file'],
    [['run', '--base-url', 'http://127.0.0.1'], 'need --model'],
    [['run', '--model', 'm', '--runs', 'many'], '--runs must be a number above 0'],
    [['run', '--model', 'm', '--runs', '1.5'], 'runs must be an integer'],
    [['run', '--model', 'm', '--max-cost', '1'], 'needs the price'],
    [['run', '--model', 'm', '--briefs', 'none'], 'has no brief none'],
    [['run', '--model', 'm', '--suite', 'none'], 'There is no folder'],
    [['run', '--nonsense'], 'Unknown option'],
    [['compare', 'a.json'], 'compare needs two result files'],
    [['compare', 'a.json', 'b.json'], 'There is no file'],
    [['constructor'], 'There is no command "constructor"'],
  ])('%j is refused with what to do', async (args, message) => {
    const { code, errors } = await command(args)
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(message) })
  })

  it('asks for the key that is missing', async () => {
    expect(await command(['run', '--model', 'm'], { env: {} })).toMatchObject({ code: 2, errors: expect.stringContaining('Set OPENAI_API_KEY') })
  })
})

describe('config files of others', () => {
  const configured = { configurations: { a: { model: { name: 'm' } } } }

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'is not valid'],
    [{ configurations: {} }, 'needs 1 to 20 configurations'],
    [{ configurations: { '../../etc': { model: { name: 'm' } } } }, 'Invalid key in record'],
    [{ ...configured, runs: 1e9 }, 'runs'],
    [{ configurations: { a: { model: 'm' } } }, 'must be a model port'],
    [{ configurations: { a: { model: { name: 'm', baseUrl: 'file:///etc' } } } }, 'must begin with http:// or https://'],
    [{ configurations: { a: { model: { name: 'm' }, components: { echart: { when: 'x' } } } } }, 'did you mean echarts?'],
    [{ configurations: { a: { model: { name: 'm' }, components: { echarts: { when: '<script>', propsSchema: {} } } } } }, 'Unrecognized key'],
    ['{"configurations": {"__proto__": {}}}', 'has the key __proto__'],
    [{ configurations: { a: {} } }, 'has no model'],
  ])('%j is refused', async (content, message) => {
    await write('pf-eval.config.json', content)
    expect(await command(['run'])).toMatchObject({ code: 2, errors: expect.stringContaining(message) })
  })

  it('that are modules are loaded, and their errors are reported', async () => {
    await write('pf-eval.config.mjs', `export default ${JSON.stringify({ configurations: { own: { model: model() } } })}`)
    expect(await command(['run', '--briefs', 'greeting'])).toMatchObject({ code: 0 })
    await write('broken.mjs', 'throw new Error("broken here")')
    expect(await command(['run', '--config', 'broken.mjs'])).toMatchObject({ code: 2, errors: expect.stringContaining('broken here') })
    await write('empty.mjs', 'export const config = {}')
    expect(await command(['run', '--config', 'empty.mjs'])).toMatchObject({ code: 2, errors: expect.stringContaining('has no default export') })
  })
})

it.each([
  ['{"format": "other"}', 'is not a result of pf-eval'],
  ['{"format": "pf-eval-result", "version": 2}', 'has version 2; this release reads version 1'],
  ['{"format": "pf-eval-result", "version": 1, "runs": "all"}', 'is not valid'],
  ['{"format": "pf-eval-result", "version": 1, "runs": [{"scores": {"constructor": 1}}]}', 'runs.0.scores: Unrecognized key'],
  [`{"format": "pf-eval-result", "runs": ${'['.repeat(200)}${']'.repeat(200)}}`, 'nested deeper'],
])('a result file with %.60s is refused', async (content, message) => {
  await write('a.json', content)
  expect(await command(['compare', 'a.json', 'a.json'])).toMatchObject({ code: 2, errors: expect.stringContaining(message) })
})

it('pf-eval check counts the briefs of a suite, and help shows the commands', async () => {
  expect(await command(['check'])).toMatchObject({ code: 0, printed: expect.stringMatching(/^pf components: 77 briefs\n {2}best choice: echarts 12/) })
  expect(await command(['--help'])).toMatchObject({ code: 0, printed: expect.stringMatching(/pf-eval run[\s\S]*pf-eval compare[\s\S]*pf-eval check/) })
})
