import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { namesOf } from './add/names.ts'
import { runCommand } from './run-command.ts'

// Inside the package, whose devDependencies are the packages that added files import.
let folder: string
beforeEach(() => {
  folder = mkdtempSync(resolve('packages/cli/.made-'))
  write({ 'package.json': '{"name":"app","type":"module"}' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const load = (path: string) => import(/* @vite-ignore */ join(folder, path))

async function run(...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runCommand(args, { cwd: folder, nodeVersion: '22.18.0', print: (text) => out.push(text), printError: (text) => errors.push(text) })
  return { code, out: out.join('\n'), errors: errors.join('\n') }
}

const agent = `import { createAgent } from '@pf/planner'
import { openStore } from './store.ts'

export const agent = createAgent({ tools: [], ports: openStore() })
`

describe('pf add tool', () => {
  it('writes a tool that runs, and adds it to the agent', async () => {
    write({ 'src/agent.ts': agent })
    const { code, out } = await run('add', 'tool', 'weather-report')
    expect(code).toBe(0)
    expect(out).toBe('wrote   src/tools/weather-report.ts\nchanged src/agent.ts\n\n1. Write what the tool does: src/tools/weather-report.ts')
    const { weatherReport } = await load('src/tools/weather-report.ts')
    expect(weatherReport.name).toBe('weather_report')
    expect(await weatherReport.run({ query: 'Oslo' }, { signal: new AbortController().signal })).toEqual({ answer: expect.stringContaining('Oslo') })
    expect(read('src/agent.ts')).toBe(`import { createAgent } from '@pf/planner'
import { openStore } from './store.ts'
import { weatherReport } from './tools/weather-report.ts'

export const agent = createAgent({ tools: [weatherReport], ports: openStore() })
`)
    await run('add', 'tool', 'sales')
    expect(read('src/agent.ts')).toContain("import { sales } from './tools/sales.ts'\n")
    expect(read('src/agent.ts')).toContain('tools: [weatherReport, sales],')
  })

  it('follows the lines of the app: semicolons, endings of imports, lists over several lines, folders without src', async () => {
    write({
      'server/agent.ts':
        "import { createAgent } from '@pf/planner';\nimport { store } from './store';\nimport { a } from '../tools/a';\n\ncreateAgent({\n  tools: [\n    a,\n  ],\n});\n",
    })
    expect((await run('add', 'tool', 'b')).out).toContain('wrote   tools/b.ts\nchanged server/agent.ts')
    expect(read('server/agent.ts')).toBe(
      "import { createAgent } from '@pf/planner';\nimport { store } from './store';\nimport { a } from '../tools/a';\nimport { b } from '../tools/b';\n\ncreateAgent({\n  tools: [a, b],\n});\n",
    )
  })

  it.each([
    ['there is no agent', { 'src/a.ts': '' }],
    ['there are two agents', { 'src/a.ts': agent, 'src/b.ts': agent }],
    ['there are two lists', { 'src/a.ts': `${agent}const other = { tools: [] }\n` }],
    ['the list is not written out', { 'src/a.ts': agent.replace('tools: []', 'tools: mergeServers([blog])') }],
    ['the name is in use', { 'src/a.ts': `${agent}const weather = 1\n` }],
    ['only a test has an agent', { 'src/a.test.ts': agent }],
  ])('changes nothing else if %s, and prints what to add', async (_, files) => {
    write(files)
    const { code, out } = await run('add', 'tool', 'weather')
    expect(code).toBe(0)
    expect(out).not.toContain('changed')
    expect(out).toContain('2. Give it to the agent:')
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
  })

  it('overwrites nothing', async () => {
    write({ 'src/tools/weather.ts': 'mine' })
    expect(await run('add', 'tool', 'weather')).toMatchObject({ code: 2, errors: 'src/tools/weather.ts exists. Choose another name, or remove the file.' })
    expect(read('src/tools/weather.ts')).toBe('mine')
  })
})

describe('pf add mcp', () => {
  it('writes a module that connects a server which it starts', async () => {
    write({ 'src/a.ts': '' })
    const server = resolve('packages/mcp/src/test-support/sample-stdio.ts')
    expect((await run('add', 'mcp', 'sample', '--', process.execPath, '--conditions=pf-source', server, "it's")).out).toContain(
      'wrote   src/tools/sample-mcp.ts',
    )
    const { connectSample } = await load('src/tools/sample-mcp.ts')
    const { tools, close } = await connectSample()
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.every(({ name }: { name: string }) => name.startsWith('sample_'))).toBe(true)
    await close()
  })

  it('takes an address', async () => {
    await run('add', 'mcp', 'blog', '--url', "http://localhost:4000/mcp?a='b'")
    expect(read('tools/blog-mcp.ts')).toContain("new StreamableHTTPClientTransport(new URL('http://localhost:4000/mcp?a=\\'b\\''))")
    const { connectBlog } = await load('tools/blog-mcp.ts')
    expect(connectBlog).toBeTypeOf('function')
  })
})

describe('pf add component', () => {
  it('writes a definition without a fault, from which the command of the registry makes the kit', async () => {
    const { out } = await run('add', 'component', 'load-meter')
    expect(out).toContain('wrote   agent-ui/components/load_meter.json\nwrote   agent-ui/text/load_meter.js\nwrote   components/load-meter.tsx')
    expect(out).toContain('Install ajv and gpt-tokenizer: npm install --save-dev ajv gpt-tokenizer\n')
    const registry = (command: string) =>
      spawnSync(process.execPath, [resolve('packages/registry/dist/bin/pf-registry.js'), command, 'agent-ui'], { cwd: folder, encoding: 'utf8' })
    for (const command of ['generate', 'check']) expect(registry(command), command).toMatchObject({ status: 0 })
    expect(readdirSync(join(folder, 'agent-ui/generated/kits')).sort()).toEqual(['load_meter.d.ts', 'load_meter.js'])
    expect(read('agent-ui/generated/kits/load_meter.js')).toContain('export const loadMeter')
    expect(out).toContain("import { loadMeter } from '…/agent-ui/generated/kits/load_meter.js'")
    const { LoadMeter } = await load('components/load-meter.tsx')
    expect(LoadMeter({ props: {} })).toMatchObject({ type: 'p' })
  })
})

describe('the arguments', () => {
  it.each([
    [['add'], 'pf add adds a tool, an mcp or a component, not "".'],
    [['add', 'thing', 'x'], 'pf add adds a tool, an mcp or a component, not "thing".'],
    [['add', 'tool'], 'The name is missing: pf add tool NAME'],
    [['add', 'tool', 'a', 'b'], 'One name at a time: a, b'],
    [['add', 'tool', '../x'], '"../x" cannot be a name'],
    [['add', 'tool', 'class'], '"class" cannot be a name'],
    [['add', 'tool', 'a', '--url', 'http://x'], 'pf add tool takes no address and no command.'],
    [['add', 'mcp', 'a'], 'Name the server: pf add mcp a --url URL, or pf add mcp a -- COMMAND'],
    [['add', 'mcp', 'a', '--url', 'file:///etc'], '--url is an address with http or https, not "file:///etc".'],
    [['add', 'mcp', 'a', '--url', 'http://x', '--', 'npx'], 'An MCP server has an address or a command, not both.'],
    [['add', 'tool', 'a', '--folder', 'nowhere'], 'has no package.json'],
    [['add', 'tool', 'a', '--what'], "Unknown option '--what'"],
  ])('%j are answered with 2 and the reason, and nothing is written', async (args, reason) => {
    const { code, errors } = await run(...args)
    expect([code, errors]).toEqual([2, expect.stringContaining(reason)])
    expect(readdirSync(folder)).toEqual(['package.json'])
  })

  it('have names for files, values, components and models', () => {
    expect(namesOf('weatherReport')).toEqual({ file: 'weather-report', value: 'weatherReport', type: 'WeatherReport', model: 'weather_report' })
    expect(namesOf('Weather_Report-2')).toEqual({ file: 'weather-report-2', value: 'weatherReport2', type: 'WeatherReport2', model: 'weather_report_2' })
    for (const wrong of ['', '-a', '9a', 'a b', 'é', 'a/b', 'a'.repeat(41), 'await']) expect(namesOf(wrong), wrong).toBeUndefined()
  })
})
