import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProject, manifest, withDefaults } from './create-project.ts'
import { type Choices, packageManagers, type Store, stores, type Template, templates } from './options/choices.ts'
import { adapt } from './project/adapt.ts'
import { projectFiles } from './project/project-files.ts'
import { writeProject } from './project/write-project.ts'
import { runCommand } from './run-command.ts'

const everyTemplate = Object.keys(templates) as Template[]
const everyStore = Object.keys(stores) as Store[]
const source = { folder: resolve('packages/create-pf-app/templates'), versions: manifest.devDependencies }
const filesOf = (choices: Partial<Choices>) => projectFiles('my-agent', withDefaults(choices), source)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-pf-app-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const combinations = everyTemplate.flatMap((template) => everyStore.flatMap((store) => [true, false].map((richOutput) => ({ template, store, richOutput }))))

describe('the files of an app', () => {
  it.each(combinations)('$template, $store, rich output $richOutput: are complete', (choices) => {
    const files = filesOf(choices)
    for (const path of ['package.json', 'README.md', 'Dockerfile', '.dockerignore', '.gitignore', '.env.example', 'tsconfig.json', 'src/create-app.test.ts'])
      expect(files.get(path), path).toBeTypeOf('string')
    expect(files.get('pf.config.ts')).toContain(`enabled: ${choices.richOutput}`)
    const page = files.get('src/page/chat.tsx')
    if (choices.template === 'api-only') expect(page).toBeUndefined()
    else expect(page?.includes('as a chart')).toBe(choices.richOutput)
    expect(files.get('pf.config.ts')).toContain(`store: { type: '${choices.store}'`)
    const { scripts, dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '') as Record<string, Record<string, string>>
    expect(Object.keys(scripts ?? {})).toEqual(expect.arrayContaining(['dev', 'build', 'start', 'test']))
    expect(Object.keys(dependencies ?? {}).filter((name) => name.startsWith('@pf/store-'))).toEqual(
      choices.store === 'memory' ? [] : [`@pf/store-${choices.store}`],
    )
    expect(
      [...files]
        .filter(([, text]) => /\{\{|\}\}$/m.test(text))
        .map(([path]) => path)
        .filter((path) => path === 'README.md'),
    ).toEqual([])
    const imported = [...files].flatMap(([path, text]) => (/\.tsx?$/.test(path) ? [...text.matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name) : []))
    const installed = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    const missing = imported.filter((name) => !name.startsWith('node:') && !installed.has(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''))
    expect(missing).toEqual([])
  })

  it('[003-be-03] have the recommended components and the catalogue in the prompt', () => {
    const config = filesOf({}).get('pf.config.ts')
    expect(config).toContain("allowlist: ['markdown', 'json', 'echarts', 'datagrid', 'report', 'grid', 'form', 'confirm', 'select_option']")
    expect(config).toContain('includePromptCatalog: true')
    expect(config).toContain('includePromptExamples: false')
  })

  it.each(everyTemplate)('[000-mig-04] %s: show a tool with an artifact field, and read it from the payload by its schema', (template) => {
    const files = filesOf({ template })
    expect(files.get('src/tools/sales-report.ts')).toContain('rows: artifact(z.array(salesRow))')
    expect(files.get('src/read-report.ts')).toContain('fields.parse(report)')
    expect(files.get(template === 'api-only' ? 'src/ask.ts' : 'src/create-app.test.ts')).toContain('readReport(payload)?.rows')
  })

  it.each(everyTemplate)('%s: differ between stores only where a store is named', (template) => {
    const [first, ...others] = everyStore.map((store) => filesOf({ template, store }))
    const changed = others.flatMap((files) => [...files].filter(([path, text]) => first?.get(path) !== text).map(([path]) => path))
    expect(new Set(changed)).toEqual(new Set(['.env.example', 'Dockerfile', 'README.md', 'package.json', 'pf.config.ts', 'src/store.ts']))
  })

  it.each(packageManagers)('are for %s', (packageManager) => {
    const files = filesOf({ packageManager })
    expect(files.get('README.md')).toContain(`${packageManager} install`)
    expect(files.get('Dockerfile')).toMatch(new RegExp(`${packageManager} install`))
    expect(files.has('pnpm-workspace.yaml')).toBe(packageManager === 'pnpm')
  })

  it('contain the name and the model', () => {
    const files = projectFiles('other', withDefaults({ model: 'Qwen/Qwen3-8B' }), source)
    expect(files.get('pf.config.ts')).toContain("name: 'Qwen/Qwen3-8B'")
    expect(files.get('index.html')).toContain('<title>other</title>')
    expect(files.get('README.md')).not.toContain('my-agent')
    expect(files.get('README.md')).not.toMatch(/^ +- /m)
  })

  it('are not made of a template that lost a text to replace', () => {
    expect(() => adapt(new Map([['pf.config.ts', '']]), 'a', withDefaults({}))).toThrow(/^The template pf\.config\.ts must contain "'gpt-5-mini'" once\.$/)
  })

  it('have versions for every package, from the packages that the templates are compiled with', () => {
    expect(() => projectFiles('a', withDefaults({}), { ...source, versions: {} })).toThrow('has no version of')
  })
})

describe('the name of the app', () => {
  it('is the last part of the folder', () => {
    expect(createProject({ folder: join(folder, 'some/where/my-agent') }).name).toBe('my-agent')
    expect(createProject({ folder: `${join(folder, 'agent_2.0')}/` }).name).toBe('agent_2.0')
  })

  it.each(['My Agent', 'Ägent', '.hidden', '_private', 'node_modules', 'a'.repeat(215)])(
    'is refused if npm would refuse it, and nothing is made: %s',
    (name) => {
      expect(() => createProject({ folder: join(folder, name) })).toThrow(/^".*" cannot be the name of a package: use lower-case letters[^\n]*$/)
      expect(readdirSync(folder)).toEqual([])
    },
  )
})

describe('a folder', () => {
  it('is made with everything in it', () => {
    const { files, name } = createProject({ folder: join(folder, 'deep/my-agent'), template: 'api-only' })
    expect(name).toBe('my-agent')
    expect(readdirSync(join(folder, 'deep/my-agent'), { recursive: true })).toEqual(expect.arrayContaining(['pf.config.ts', '.gitignore', 'src']))
    expect(files.every((path) => existsSync(join(folder, 'deep/my-agent', path)))).toBe(true)
  })

  it('that contains files is refused and left as it is; one with an empty repository is not', () => {
    mkdirSync(join(folder, 'a/.git'), { recursive: true })
    writeFileSync(join(folder, 'a/notes.txt'), 'mine')
    expect(() => createProject({ folder: join(folder, 'a') })).toThrow(/is not empty \(it contains notes\.txt\)\. Name another folder, or empty this one\.$/)
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['.git', 'notes.txt'])
    rmSync(join(folder, 'a/notes.txt'))
    createProject({ folder: join(folder, 'a') })
    expect(readFileSync(join(folder, 'a/package.json'), 'utf8')).toContain('"name": "a"')
  })

  it('is not left half-written: a failure removes what was made, and only that', () => {
    const failing = new Map([
      ['src/a.ts', ''],
      ['src', 'a file in the place of a folder'],
    ])
    expect(() => writeProject(join(folder, 'x/y'), failing)).toThrow()
    expect(readdirSync(folder)).toEqual([])
    mkdirSync(join(folder, 'own/.git'), { recursive: true })
    expect(() => writeProject(join(folder, 'own'), failing)).toThrow()
    expect(readdirSync(join(folder, 'own'))).toEqual(['.git'])
  })
})

describe('the command', () => {
  const run = async (...args: string[]) => {
    const printed: string[] = []
    const env = { npm_config_user_agent: 'pnpm/12.4.2 npm/? node/v24' }
    const project = await runCommand(args, { cwd: folder, env, nodeVersion: '24.0.0', print: (text) => printed.push(text) })
    return { project, text: printed.join('\n') }
  }

  it('takes the defaults without a terminal, and the package manager that called it', async () => {
    const { project, text } = await run(join(folder, 'my-agent'))
    expect(project).toMatchObject({ template: 'vite-hono', store: 'memory', richOutput: true, packageManager: 'pnpm' })
    expect(text).toContain('  cd my-agent\n  pnpm install\n  pnpm dev')
  })

  it('shows its options and its version, and makes nothing', async () => {
    expect((await run('--help')).text).toContain('--with-rich-output')
    expect((await run('--version')).text).toBe(manifest.version)
    expect(readdirSync(folder)).toEqual([])
  })

  it('needs a folder, and a Node that is new enough', async () => {
    await expect(run('--yes')).rejects.toThrow('The folder of the app is missing: npm create pf-app my-agent')
    const context = { cwd: folder, env: {}, print: () => undefined }
    for (const nodeVersion of ['20.20.2', '22.15.1'])
      await expect(runCommand([join(folder, 'a')], { ...context, nodeVersion })).rejects.toThrow(
        `create-pf-app needs Node 22.16 or newer, and this is Node ${nodeVersion}. Install a newer Node`,
      )
    expect(readdirSync(folder)).toEqual([])
    for (const nodeVersion of ['22.16.0', '24.0.0']) expect(await runCommand([join(folder, nodeVersion)], { ...context, nodeVersion })).toBeDefined()
  })
})
