import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { runCommand } from './run-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Readonly<Record<string, unknown>>) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const planner = {
  name: '@pf/planner',
  version: '0.1.0',
  engines: { node: '>=20' },
  dependencies: { '@pf/core': '^0.1.0' },
  peerDependencies: { zod: '^4.0.0' },
}

/** An app without a fault: a server with its packages, and a page. */
const app = {
  'package.json': { name: 'app', dependencies: { '@pf/planner': '^0.1.0', '@pf/react-renderers': '^0.1.0', react: '^19.0.0', zod: '^4.0.0' } },
  'node_modules/@pf/planner/package.json': planner,
  'node_modules/@pf/core/package.json': { name: '@pf/core', version: '0.1.0' },
  'node_modules/@pf/react-renderers/package.json': {
    name: '@pf/react-renderers',
    version: '0.1.0',
    dependencies: { '@pf/core': '^0.1.0' },
    peerDependencies: { react: '^18.2.0 || ^19.0.0', mermaid: '>=12' },
    peerDependenciesMeta: { mermaid: { optional: true } },
  },
  'node_modules/react/package.json': { name: 'react', version: '19.3.1' },
  'node_modules/zod/package.json': { name: 'zod', version: '4.6.7' },
  'src/main.tsx': `import { PfChat } from '@pf/react-renderers/chat'\nimport '@pf/react-renderers/styles.css'\n`,
}

const notOk = async (nodeVersion = '22.18.0') => (await diagnose({ folder, nodeVersion })).filter(({ level }) => level !== 'ok')

describe('an app', () => {
  it('without a fault has none', async () => {
    write(app)
    expect(await notOk()).toEqual([])
  })

  it('with a Node that is too old', async () => {
    write(app)
    expect(await notOk('18.20.0')).toMatchObject([{ check: 'node', level: 'problem', message: 'Node 18.20.0 is too old: @pf/planner needs >=20.' }])
  })

  it('with packages that were not installed, of which nothing else is claimed', async () => {
    write({ 'package.json': app['package.json'], 'src/main.tsx': app['src/main.tsx'] })
    expect((await notOk()).map(({ check, level }) => [check, level])).toEqual([
      ['packages', 'problem'],
      ['copies', 'skipped'],
      ['peers', 'skipped'],
    ])
  })

  it('without any package of ours', async () => {
    write({ 'package.json': { name: 'app', devDependencies: { '@pf/cli': '*' } }, 'node_modules/@pf/cli/package.json': { name: '@pf/cli', version: '0.1.0' } })
    expect(await notOk()).toMatchObject([{ check: 'packages', level: 'problem', message: 'The app has no package of @pf.' }])
  })

  it('with two zods, of which one is too old for the planner', async () => {
    write({ ...app, 'node_modules/@pf/planner/node_modules/zod/package.json': { name: 'zod', version: '3.25.0' } })
    expect(await notOk()).toMatchObject([
      { check: 'copies', level: 'warning', message: expect.stringMatching(/^zod is installed 2 times: 4\.6\.7 for app; 3\.25\.0 for @pf\/planner\./) },
      { check: 'peers', level: 'problem', message: '@pf/planner needs zod ^4.0.0, and 3.25.0 is installed.', remedy: 'Install it: npm install zod@"^4.0.0".' },
    ])
  })

  it('with two copies of React, and with two of our own package', async () => {
    write({
      ...app,
      'node_modules/@pf/react-renderers/node_modules/react/package.json': { name: 'react', version: '18.3.1' },
      'node_modules/@pf/planner/node_modules/@pf/core/package.json': { name: '@pf/core', version: '0.2.0' },
    })
    expect((await notOk()).map(({ check, level, message }) => [check, level, message.split(':')[0]])).toEqual([
      ['copies', 'problem', 'react is installed 2 times'],
      ['copies', 'warning', '@pf/core is installed 2 times'],
    ])
  })

  it('whose copies are links to one folder has one copy', async () => {
    write(app)
    mkdirSync(join(folder, 'node_modules/@pf/planner/node_modules'))
    symlinkSync(join(folder, 'node_modules/zod'), join(folder, 'node_modules/@pf/planner/node_modules/zod'), 'junction')
    expect(await notOk()).toEqual([])
  })

  it('without a required peer dependency', async () => {
    const { 'node_modules/react/package.json': _, ...rest } = app
    write(rest)
    expect(await notOk()).toMatchObject([{ check: 'peers', message: '@pf/react-renderers needs react (^18.2.0 || ^19.0.0), which is not installed.' }])
  })

  it.each([
    ['', ''],
    ['in a comment only', `// import '@pf/react-renderers/styles.css'`],
    ['in a block comment only', `/*\n * import '@pf/react-renderers/styles.css'\n */`],
  ])('that draws components without their stylesheet %s', async (_where, line) => {
    write({ ...app, 'src/main.tsx': `import { PfChat } from '@pf/react-renderers/chat'\n${line}\n` })
    expect(await notOk()).toMatchObject([{ check: 'stylesheet', level: 'problem', message: expect.stringContaining('src/main.tsx draws components') }])
  })

  it('that imports the stylesheet from CSS, or uses only the store, needs nothing else', async () => {
    write({ ...app, 'src/main.tsx': `import { PfChat } from "@pf/react-renderers/chat"`, 'src/app.css': '@import "@pf/react-renderers/styles.css";' })
    expect(await notOk()).toEqual([])
    write({ 'src/main.tsx': `import { createComponentStore } from '@pf/react-renderers/store'`, 'src/app.css': '' })
    expect(await notOk()).toEqual([])
  })

  it('whose own component has a kit that is not used, or not passed on', async () => {
    const kit = { 'src/agent-ui/generated/kits/gauge.js': 'export const gauge = {}' }
    write({ ...app, ...kit })
    expect(await notOk()).toMatchObject([{ check: 'kits', level: 'problem', message: expect.stringContaining('"gauge" is generated and no file imports it') }])
    write({ 'src/kits.ts': `import { gauge } from './agent-ui/generated/kits/gauge.js'` })
    expect(await notOk()).toMatchObject([{ check: 'kits', message: expect.stringContaining('never passed on') }])
    write({ 'src/page.tsx': '<PfProvider kits={[gauge]} />' })
    expect(await notOk()).toEqual([])
  })

  it("of Yarn Plug'n'Play is not judged by folders that it does not have", async () => {
    const { 'package.json': manifest, 'src/main.tsx': main } = app
    write({ 'package.json': manifest, 'src/main.tsx': main, '.pnp.cjs': '' })
    expect((await notOk()).map(({ level }) => level)).toEqual(['skipped', 'skipped', 'skipped', 'skipped'])
  })

  it('with members of wrong types in its package.json is read as far as it goes', async () => {
    write({ ...app, 'package.json': { name: 7, dependencies: ['@pf/planner'], peerDependencies: null, devDependencies: { '@pf/planner': '*', other: 1 } } })
    expect(await notOk()).toEqual([])
  })
})

describe('the command', () => {
  async function run(...args: string[]) {
    const [out, errors]: [string[], string[]] = [[], []]
    const code = await runCommand(args, { cwd: folder, nodeVersion: '22.18.0', print: (text) => out.push(text), printError: (text) => errors.push(text) })
    return { code, out: out.join('\n'), errors: errors.join('\n') }
  }

  it('checks the current folder, and ends with 0 or, with a problem, with 1', async () => {
    write(app)
    const { code, out, errors } = await run('doctor')
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(out.split('\n')).toEqual([
      'ok      node: Node 22.18.0.',
      'ok      packages: @pf/core 0.1.0, @pf/planner 0.1.0, @pf/react-renderers 0.1.0.',
      'ok      copies: One copy of each shared package.',
      'ok      peers: Every required peer dependency is there in a version that fits.',
      'ok      stylesheet: src/main.tsx imports the stylesheet.',
      'ok      kits: The app has no components of its own.',
      '',
      '0 problems, 0 warnings',
    ])
    write({ 'src/main.tsx': `import { PfChat } from '@pf/react-renderers/chat'` })
    const second = await run('doctor', '.')
    expect(second.code).toBe(1)
    expect(second.out).toMatch(/^PROBLEM stylesheet: src\/main\.tsx draws components/m)
    expect(second.out).toMatch(/1 problem, 0 warnings$/)
    expect(JSON.parse((await run('doctor', folder, '--json')).out)).toContainEqual(expect.objectContaining({ check: 'stylesheet', level: 'problem' }))
  })

  it.each([
    [['doktor'], 'There is no command "doktor".'],
    [['doctor', 'a', 'b'], 'One folder at a time: a, b'],
    [['doctor', '--timeout', 'soon'], '--timeout is a number of seconds from 1 to 9999, not "soon".'],
    [['doctor', '--url', 'localhost'], '--url is an address with http or https, not "localhost".'],
    [['doctor', '--what'], "Unknown option '--what'"],
  ])('answers %j with 2, the reason and where the help is', async (args, reason) => {
    const { code, errors } = await run(...args)
    expect(code).toBe(2)
    expect(errors).toContain(reason)
    expect(errors).toContain('pf --help shows the commands.')
  })

  it('names a folder without an app, and a package.json that is not JSON', async () => {
    expect(await run('doctor')).toMatchObject({ code: 2, errors: expect.stringContaining(`${folder} has no package.json.`) })
    write({ 'package.json': '{' })
    expect(await run('doctor')).toMatchObject({ code: 2, errors: expect.stringContaining(`${join(folder, 'package.json')} is not valid JSON`) })
  })

  it('prints its help', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit code: 0 without problems') })
  })
})
