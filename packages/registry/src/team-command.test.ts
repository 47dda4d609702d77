import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../scripts/team/commands.ts'

const root = join(import.meta.dirname, '..')
/** Located inside the package, so that its dependencies are found, but not in dist, which other tests read. */
const built = join(root, 'node_modules/.cache/team-command')
const made: string[] = []

const gauge = {
  name: 'gauge',
  description: 'A needle on a scale between two ends.\nFor one share of a whole.',
  need: 'a share of a whole',
  when: 'load, progress',
  category: 'data',
  interactive: false,
  tags: ['needle', 'scale', 'percent'],
  height: 90,
  propsSchema: {
    type: 'object',
    required: ['percent'],
    additionalProperties: false,
    properties: {
      percent: { type: 'number', minimum: 0, maximum: 100, description: 'Where the needle stands.' },
      unit: { type: 'string', maxLength: 20, pattern: '^[a-z]+$', 'x-expect': 'small letters', description: 'Said behind it.' },
      series: { type: 'array', maxItems: 100, 'x-data': true, description: 'Earlier values.', items: { type: 'number' } },
      below: { type: 'array', maxItems: 3, description: 'More.', items: { $component: 'required', properties: {} } },
    },
  },
  example: { description: 'Half full', props: { percent: 50, below: [{ component: 'metric', props: { value: 1, label: 'x' } }] } },
}

const rate = {
  name: 'rate',
  description: 'Asks for one to five stars, as shops do.',
  need: 'a mark from the user',
  when: 'after something was delivered',
  category: 'interactive',
  interactive: true,
  tags: ['stars', 'feedback', 'opinion'],
  height: 60,
  propsSchema: { type: 'object', additionalProperties: false, properties: { title: { type: 'string', maxLength: 100, description: 'Above the stars.' } } },
  resultSchema: { type: 'object', required: ['stars'], additionalProperties: false, properties: { stars: { type: 'integer', minimum: 1, maximum: 5 } } },
  example: { description: 'After an order', props: { title: 'How was it?' } },
}

type Files = Record<string, unknown>

const usual: Files = {
  'components/gauge.json': gauge,
  'components/rate.json': rate,
  'text/gauge.js': 'export const text = { full: ({ percent }) => percent + " percent", short: ({ percent }) => percent + " %" }\n',
  'text/rate.mjs': "export const text = { full: () => 'stars', short: () => 'stars' }\n",
  'package.json': { type: 'module' },
}

function team(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'pf-team-'))
  made.push(folder)
  for (const name of ['components', 'text', 'node_modules/@pf']) mkdirSync(join(folder, name), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/@pf/registry'), 'junction')
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

/** Runs a command without a process of its own and returns the text of its error. */
function failureOf(command: string, folder: string): string {
  try {
    return `no error: ${commands.get(command)?.(folder)}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const run = (folder: string, ...args: string[]) => spawnSync(process.execPath, [join(built, 'bin/pf-registry.js'), ...args], { cwd: folder, encoding: 'utf8' })

beforeAll(() => {
  const tsup = spawnSync(process.execPath, [join(root, '../../node_modules/tsup/dist/cli-default.js'), '--config', 'tsup.bin.config.ts', '--out-dir', built], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([tsup.status, tsup.stderr]).toEqual([0, ''])
}, 60_000)

afterAll(() => {
  for (const folder of [...made, built]) rmSync(folder, { recursive: true, force: true })
})

describe('pf-registry', { timeout: 60_000 }, () => {
  it('writes what an app needs of components of its own, and says when it is out of date', () => {
    const folder = team(usual)
    expect(run(folder, 'check')).toMatchObject({ status: 1, stderr: expect.stringContaining('generated/kits/gauge.js') })
    expect(run(folder, 'generate')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^2 components: (\d+) of \1 files written\n$/) })
    expect(run(tmpdir(), 'check', folder)).toMatchObject({ status: 0, stdout: expect.stringContaining('up to date') })
    expect(readdirSync(join(folder, 'generated/docs'))).toEqual(['gauge.md', 'rate.md'])
    expect(readFileSync(join(folder, 'generated/props.d.ts'), 'utf8')).toContain('series?: number[] | ArtifactReference')
    const text = readdirSync(join(folder, 'generated'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, 'generated', name), 'utf8'))
      .join('\n')
    expect(text).not.toMatch(/from 'ajv|require\(|new Function|\beval\(|\.\.\/validate/)
    writeFileSync(join(folder, 'components/rate.json'), JSON.stringify({ ...rate, height: 61 }))
    writeFileSync(join(folder, 'generated/old.js'), '')
    const stale = run(folder, 'check')
    expect(stale).toMatchObject({ status: 1, stdout: '' })
    expect(stale.stderr).toMatch(/generated\/components\.js\n.*generated\/docs\/rate\.md\n.*generated\/old\.js/)
  })

  it('writes code with which the extended registry does everything', () => {
    const folder = team(usual)
    expect(run(folder, 'generate').status).toBe(0)
    writeFileSync(
      join(folder, 'probe.js'),
      `import * as registry from '@pf/registry'
      import { components } from './generated/components.js'
      import { gauge } from './generated/kits/gauge.js'
      const extended = registry.extendRegistry(registry.defaultRegistry(), { components })
      const policy = registry.createPolicy({ registry: extended })
      const check = (name, props, more) => {
        const result = registry.validateComponent(name, props, { policy, budget: 'uncounted', ...more })
        return result.ok ? 'ok' : result.issues.map(({ pointer, expected }) => pointer + ' ' + expected)
      }
      const browser = registry.createPolicy({ registry: registry.withKits([gauge]), renderers: ['gauge', 'metric'] })
      console.log(JSON.stringify({
        fine: check('gauge', { percent: 7, series: { $artifact: 'a.b' } }, { mode: 'model' }),
        wrong: check('gauge', { percent: 101, unit: 'X', more: 1, below: [{ component: 'metric', props: {} }] }),
        paths: registry.dataPathsOf('gauge', {}, policy),
        asks: check('rate', {}, { via: 'interactive' }),
        answer: registry.validateResult('rate', {}, { stars: 5 }, { policy }),
        bad: registry.validateResult('rate', {}, { stars: 9 }, { policy }),
        tool: registry.metaTools(policy).find(({ name }) => name === 'ui_rate').output,
        text: registry.toText('grid', { items: [{ component: 'gauge', props: { percent: 7 } }] }, { policy }),
        prompt: registry.buildCatalogPrompt(policy).split('\\n').filter((line) => /gauge|rate\\(/.test(line)),
        signature: registry.describeComponent('gauge', { policy }).split('\\n')[1],
        prefix: registry.validPrefix('gauge', { percent: 7, unit: 'A' }, { policy, pathState: () => 'complete' }),
        kit: registry.createComponentSet([gauge]).validateComponent('gauge', { percent: 7 }, { policy: browser }).ok,
      }))`,
    )
    const probe = spawnSync(process.execPath, ['--conditions=pf-source', 'probe.js'], { cwd: folder, encoding: 'utf8' })
    expect(probe.stderr).toBe('')
    expect(JSON.parse(probe.stdout)).toEqual({
      fine: 'ok',
      wrong: expect.arrayContaining([
        '/percent a number <= 100',
        '/unit small letters',
        expect.stringMatching('^/more one of the props'),
        '/below/0/props/value a value (required)',
      ]),
      paths: ['/series'],
      asks: 'ok',
      answer: { ok: true, result: { stars: 5 } },
      bad: { ok: false, issues: [{ code: 'schema_invalid', pointer: '/stars', expected: 'a number <= 5', received: 'number 9' }] },
      tool: rate.resultSchema,
      text: '7 percent',
      prompt: ['- a share of a whole: gauge(percent) - load, progress', '- a mark from the user: rate() PAUSES - after something was delivered'],
      signature: 'gauge: {',
      prefix: { percent: 7 },
      kit: true,
    })
  })

  it('prints what the components cost', () => {
    const report = run(team(usual), 'tokens')
    expect(report.status).toBe(0)
    expect(report.stdout).toMatch(
      /^component {2}line {2}signature .*\ngauge +\d+ +\d+ +\d+ +\d+\nrate .*\n\ncatalogue prompt: \d+ by default, about \d+ with them\n$/,
    )
  })

  const properties = gauge.propsSchema.properties
  const changed = (props: object) => ({
    ...usual,
    'components/gauge.json': { ...gauge, propsSchema: { ...gauge.propsSchema, properties: { ...properties, ...props } } },
  })
  const described = (more: object) => ({ ...usual, 'components/gauge.json': { ...gauge, ...more } })
  const { 'text/gauge.js': _, ...withoutText } = usual

  it.each<[string, Files, string]>([
    [
      'a description like another',
      described({ description: 'Asks for one to five stars, as shops do. A needle.', when: 'after something was delivered' }),
      'components/gauge.json:/description: ',
    ],
    [
      'a description like one of this package',
      described({ description: 'One key figure with its change and a small curve.', when: 'KPIs, totals, changes' }),
      'components/gauge.json:/description: ',
    ],
    ['a need that is taken', described({ need: 'A table' }), 'components/gauge.json:/need: the same as that of datagrid'],
    [
      'an example that fails',
      described({ example: { description: 'Too full', props: { percent: 500 } } }),
      'components/gauge.json:/example/props/percent: must be <= 100',
    ],
    [
      'an example that fails inside',
      described({ example: { description: 'bad', props: { percent: 1, below: [{ component: 'metric', props: { value: 1 } }] } } }),
      'components/gauge.json:/example/props/below/0/props/label: expected a value (required)',
    ],
    [
      'an example with an unknown component',
      described({ example: { description: 'bad', props: { percent: 1, below: [{ component: 'dial', props: {} }] } } }),
      'components/gauge.json:/example/props/below/0/props: unknown component dial',
    ],
    ['no text form', withoutText, 'components/gauge.json:/name: no text form: write text/gauge.js'],
    [
      'a slow pattern',
      changed({ unit: { ...properties.unit, pattern: '^(?:a*b?)*$' } }),
      'components/gauge.json:/propsSchema/properties/unit: a repetition inside a repeated group',
    ],
    [
      'a pattern that is none',
      changed({ unit: { ...properties.unit, pattern: '^[$' } }),
      'components/gauge.json:/propsSchema/properties/unit: a pattern cannot be read',
    ],
    [
      'an open object',
      changed({ more: { type: 'object', description: 'x', properties: {} } }),
      'components/gauge.json:/propsSchema/properties/more: an object needs additionalProperties or x-open',
    ],
    [
      'a broken $ref',
      changed({ more: { $ref: '#/$defs/gone', description: 'x' } }),
      'components/gauge.json:/propsSchema/properties/more: $ref #/$defs/gone leads nowhere',
    ],
    [
      'a $ref to elsewhere',
      changed({ more: { $ref: 'https://evil.example/x', description: 'x' } }),
      'components/gauge.json:/propsSchema/properties/more/$ref: must match pattern',
    ],
    [
      'a name of this package',
      { ...usual, 'components/metric.json': { ...gauge, name: 'metric' } },
      'components/metric.json:/name: duplicate name: metric is there already',
    ],
    ['the same name twice', { ...usual, 'components/gauge2.json': gauge }, 'components/gauge2.json:/name: differs from the name of the file'],
    ['a reserved word', { ...usual, 'components/class.json': { ...gauge, name: 'class' } }, 'components/class.json:/name: a reserved word'],
    [
      'an unknown keyword',
      changed({ unit: { ...properties.unit, format: 'uri' } }),
      'components/gauge.json:/propsSchema/properties/unit: must NOT have additional properties (format)',
    ],
    [
      'a key that stands twice',
      { ...usual, 'components/gauge.json': JSON.stringify(gauge).replace('"percent":{', '"unit":{"type":"null","description":"x"},"percent":{') },
      'components/gauge.json:/propsSchema/properties/unit: stands there twice',
    ],
    ['too many ways to fit a text', changed({ unit: { ...properties.unit, pattern: '^a*a*$' } }), '/propsSchema/properties/unit: two repetitions of a pattern'],
    ['an object open to anything', changed({ more: { type: 'object', description: 'x', additionalProperties: true } }), 'must be equal to constant (false)'],
    ['an enum that says something twice', changed({ more: { enum: ['a', 'a'], description: 'x' } }), '/properties/more/enum: must NOT have duplicate items'],
    ['nothing said of asking', described({ interactive: undefined }), "components/gauge.json:/: must have required property 'interactive'"],
    ['no JSON', { ...usual, 'components/gauge.json': '{' }, 'components/gauge.json: '],
    ['no result schema', { ...usual, 'components/rate.json': { ...rate, resultSchema: undefined } }, 'components/rate.json:/: '],
    ['no components', {}, 'components: holds no .json file'],
  ])('fails on %s and says where', (_, files, message) => {
    const folder = team(files)
    for (const command of ['check', 'generate']) {
      const failure = failureOf(command, folder)
      expect(failure).toContain(message)
      expect(failure).not.toMatch(/\n\s+at |"(?:then|else)" schema/)
    }
    expect(readdirSync(folder)).not.toContain('generated')
  })

  it.each(['check', 'generate'])('%s ends with the reason on stderr and status 1, and writes nothing', (command) => {
    const folder = team(described({ need: 'A table' }))
    const stderr = 'components/gauge.json:/need: the same as that of datagrid'
    expect(run(folder, command)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(stderr) })
    expect(readdirSync(folder)).not.toContain('generated')
  })

  it('reports every fault of every file at once', () => {
    const folder = team({
      'components/gauge.json': {
        ...gauge,
        colour: 'red',
        height: 1,
        need: 'A table',
        example: { description: 'Too full', props: { percent: 500 } },
        propsSchema: { ...gauge.propsSchema, properties: { ...properties, note: { type: 'string' }, unit: { ...properties.unit, pattern: '^(?:a*b?)*$' } } },
      },
      'components/rate.json': { ...rate, description: undefined, propsSchema: { ...rate.propsSchema, properties: { more: { $ref: '#/$defs/gone' } } } },
      'components/broken.json': '{',
    })
    const { stderr } = run(folder, 'check')
    const reported = [
      'components/broken.json: ',
      'components/gauge.json:/: must NOT have additional properties (colour)',
      'components/gauge.json:/height: must be >= 16',
      'components/gauge.json:/need: the same as that of datagrid',
      'components/gauge.json:/example/props/percent: must be <= 100',
      'components/gauge.json:/propsSchema/properties/note: a string needs maxLength or enum',
      'components/gauge.json:/propsSchema/properties/note: no description',
      'components/gauge.json:/propsSchema/properties/unit: a repetition inside a repeated group',
      'components/gauge.json:/name: no text form',
      "components/rate.json:/: must have required property 'description'",
      'components/rate.json:/propsSchema/properties/more: $ref #/$defs/gone leads nowhere',
      'components/rate.json:/name: no text form',
    ]
    expect(reported.filter((fault) => !stderr.includes(fault))).toEqual([])
    expect(new Set(stderr.trim().split('\n')).size).toBe(stderr.trim().split('\n').length)
  })

  it('checks a file although another one that its example shows has faults', () => {
    const folder = team({
      ...usual,
      'components/rate.json': { ...rate, propsSchema: { ...rate.propsSchema, properties: { title: { type: 'string', description: 'x' } } } },
      'components/gauge.json': { ...gauge, example: { description: 'Too full', props: { percent: 500, below: [{ component: 'rate', props: {} }] } } },
    })
    const { stderr } = run(folder, 'check')
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('components/gauge.json:/example/props/percent: must be <= 100'),
      expect.stringContaining('components/rate.json:/propsSchema/properties/title: a string needs maxLength or enum'),
    ])
  })

  it('counts what it writes and what it removes', () => {
    const folder = team(usual)
    expect(run(folder, 'generate').status).toBe(0)
    expect(run(folder, 'generate').stdout).toMatch(/^2 components: 0 of \d+ files written\n$/)
    const before = readdirSync(join(folder, 'generated'), { recursive: true }).length
    rmSync(join(folder, 'components/rate.json'))
    const { stdout } = run(folder, 'generate')
    expect(stdout).toMatch(/^1 component: 2 of \d+ files written, \d+ removed\n$/)
    expect(Number(/(\d+) removed/.exec(stdout)?.[1])).toBe(before - readdirSync(join(folder, 'generated'), { recursive: true }).length)
  })

  it('lets a team stand in for a component of this package when it says so', () => {
    const folder = team({
      'components/metric.json': { ...gauge, name: 'metric', example: { description: 'Half full', props: { percent: 50 } } },
      'catalog.json': { replaces: ['metric'] },
      'text/metric.ts': '',
    })
    expect(run(folder, 'generate')).toMatchObject({ status: 0, stdout: expect.stringContaining('1 component:') })
  })

  it('explains itself before what it needs is installed, and then says what that is', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'pf-bare-'))
    made.push(elsewhere)
    cpSync(built, elsewhere, { recursive: true })
    writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}')
    const bare = (...args: string[]) => spawnSync(process.execPath, [join(elsewhere, 'bin/pf-registry.js'), ...args], { cwd: elsewhere, encoding: 'utf8' })
    expect(bare()).toMatchObject({ status: 2, stdout: expect.stringContaining('check | generate | tokens [FOLDER]'), stderr: '' })
    expect(bare('check')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm install --save-dev ajv gpt-tokenizer') })
  })

  it.each([[], ['build'], ['check', '.', 'more']])('explains itself when it is called otherwise: %j', (...args) => {
    expect(run(tmpdir(), ...args)).toMatchObject({ status: 2, stdout: expect.stringContaining('check | generate | tokens [FOLDER]') })
  })
})
