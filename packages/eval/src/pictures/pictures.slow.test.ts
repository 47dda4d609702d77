import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { JsonValue } from '@pf/core'
import { builtInComponents, createPolicy } from '@pf/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../../../tooling/chromium.mjs'
import type { CommandContext } from '../commands/command-context.ts'
import { main } from '../commands/main.ts'
import { pictureKey } from '../report/html-report.ts'
import type { EvalResult, ShownRecord } from '../result/eval-result.ts'
import { recordingPath } from '../test-support/planted.ts'
import { pixelsByColour } from '../test-support/png-pixels.ts'
import { bundlePage } from './bundle-page.ts'
import { createConnection } from './devtools-connection.ts'
import { findBrowser } from './find-browser.ts'
import { openBrowser } from './open-browser.ts'
import { takePictures } from './take-pictures.ts'

/** The folder whose packages draw: that of this package. */
const project = fileURLToPath(new URL('../..', import.meta.url))
const before = process.env.TMPDIR
let folder: string
let browser: string
beforeAll(async () => {
  // A folder of its own, in which everything that is left behind can be seen.
  folder = await mkdtemp(join(tmpdir(), 'pf-pictures-'))
  process.env.TMPDIR = folder
  const found = await chromiumPath()
  if (found === undefined) throw new Error('These tests need a Chromium. Set PF_CHROMIUM to its path.')
  browser = found
})
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await rm(folder, { recursive: true, force: true })
})

/** Returns the files and processes that browsers have left behind. */
async function leftBehind(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args'], { maxBuffer: 10_000_000 })
  return [...(await readdir(folder)).filter((name) => name.startsWith('pf-eval-')), ...stdout.split('\n').filter((line) => line.includes(folder))]
}

const briefs = ['sales-by-region-bars', 'search-4000-employees', 'open-tickets-kpi']

/** Runs recorded briefs with pictures and returns what the command printed and its report. */
async function run(more: Partial<CommandContext> = {}) {
  const errors: string[] = []
  const out = await mkdtemp(join(folder, 'out-'))
  const args = ['run', '--model', 'before', '--replay', dirname(recordingPath('before')), '--briefs', briefs.join(','), '--pictures', '--out', out]
  const context = { cwd: project, env: { PF_CHROMIUM: browser }, print: () => {}, printError: (text: string) => void errors.push(text) }
  const code = await main(args, { signal: new AbortController().signal, ...context, ...more })
  return { code, errors: errors.join('\n'), page: await readFile(join(out, 'report.html'), 'utf8') }
}

it('[003-play-02] a report has pictures of a chart, a figure and a table of stored rows, drawn with the renderers of the product', async () => {
  const { code, errors, page } = await run()
  expect(errors).not.toContain('No pictures')
  const pictures = [...page.matchAll(/<img src="data:image\/png;base64,([^"]+)" width="720" height="(\d+)" alt="([^"]+)"><figcaption>([^<]+)</g)]
  expect(pictures.map(([, , , , caption]) => caption?.replace(/,.*/s, ''))).toEqual(['echarts', 'metric', 'datagrid'])
  const files = pictures.map(([, data = '']) => Buffer.from(data, 'base64'))
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(3)
  for (const file of files) {
    const counts = [...pixelsByColour(file).values()].sort((a, b) => b - a)
    const pixels = counts.reduce((sum, count) => sum + count, 0)
    // Text has many shades, and something is on the background.
    expect(counts.length).toBeGreaterThan(15)
    expect(pixels - (counts[0] ?? 0)).toBeGreaterThan(pixels / 200)
  }
  const [chart, figure, table] = files.map((file) => pixelsByColour(file))
  // The bars of the chart have one colour; the table has a line for each of its ten rows.
  const [, bars = 0] = [...(chart?.values() ?? [])].sort((a, b) => b - a)
  expect(bars).toBeGreaterThan(5_000)
  expect([figure, table].map((counts) => [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0) / 720)).toEqual([
    expect.toSatisfy((height: number) => height < 200),
    expect.toSatisfy((height: number) => height > 400),
  ])
  // The text form is the alternative of a picture, and nothing is noted about what was drawn.
  expect(pictures.map(([, , , alt]) => alt)).toEqual([expect.stringContaining('North'), expect.stringContaining('128'), expect.stringContaining('4,000 rows')])
  expect(page).not.toMatch(/the page says|still loading|No picture/)
  expect(code).toBe(0)
  expect(await leftBehind()).toEqual([])
})

/** A component of a team, and one that breaks the page. */
const ownModule = `
  const accept = Object.assign(() => true, { errors: null })
  const kit = (name) => ({ name, interactive: false, shape: [{}], full: accept, relaxed: accept })
  export const kits = ['acme_gauge', 'acme_break'].map(kit)
  export const components = {
    acme_gauge: ({ props }) => 'Level ' + props.level,
    acme_break: () => { delete window.pfDraw; return 'broken' },
  }`

describe('components of others', () => {
  let leak: Server
  let asked = 0
  let page: ReadonlyMap<string, Uint8Array>
  beforeAll(async () => {
    const own = join(folder, 'own.mjs')
    await writeFile(own, ownModule)
    page = await bundlePage({ folder: project, own, mentions: () => false })
    leak = createServer((_, response) => void response.end()).on('connection', () => {
      asked += 1
    })
    await new Promise<void>((resolve) => leak.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => leak.close(resolve)))

  const shownOf = (component: string, props: JsonValue): ShownRecord => ({ id: 'a', component, props, references: [], question: false, text: component })
  const control = shownOf('metric', { value: 42, label: 'Control' })
  const resultOf = (shown: ShownRecord[]): EvalResult => ({
    format: 'pf-eval-result',
    version: 1,
    created_at: '',
    suite: { name: 's', digest: 'd', briefs: 1 },
    configuration: { name: 'a', model: 'm', registry_version: '1', registry_digest: 'r', replayed: false },
    runs_per_brief: 1,
    runs: [{ brief: 'b', run: 0, status: 'measured', finish: 'answer', answer: '', shown, rejected: [], scores: {}, notes: [], measures: {} }],
  })

  it('draw inside of their picture only, request nothing, and do not change the next picture', async () => {
    const { port } = leak.address() as AddressInfo
    const host = `127.0.0.1:${port}`
    const address = `http://${host}/leak`
    const outside = '<div style="position:fixed;inset:0;z-index:99999;background:#f0f">x</div>'
    const html = `${outside}<img src="${address}"><script>fetch("${address}")</script><style>@import "${address}"; * { background: url(${address}) }</style><iframe src="${address}"></iframe>`
    const hostile: ShownRecord[] = [
      shownOf('markdown', { content: `${html}\n\n![x](${address}) [x](javascript:alert(1))`, allowHtml: true }),
      shownOf('html', { html, css: `@import "${address}"; body { background: url(${address}) }`, js: `fetch("${address}"); top.location = "${address}"` }),
      shownOf('image', { src: `https://${host}/leak.png`, alt: 'x' }),
      shownOf('video', { src: `https://${host}/leak.mp4` }),
      shownOf('embed', { url: `https://localhost:${port}/leak`, title: 'x' }),
      shownOf('constructor', {}),
      shownOf('metric', JSON.parse('{"value": 1, "label": "x", "__proto__": {"polluted": true}}') as JsonValue),
      shownOf('metric', 'no object'),
      shownOf('markdown', { content: '</script>`$1`\u2028\n\n'.repeat(200) }),
      shownOf('datagrid', { columns: [{ field: 'a' }], rows: { artifact_id: 'other', media_type: 'application/json', bytes: 1, sha256: 'x', items: 3 } }),
    ]
    const shown = [control, ...hostile, control, shownOf('acme_gauge', { level: 71 }), shownOf('acme_break', {}), control, control]
    const allowlist = [...builtInComponents]
    const policy = {
      ...createPolicy({ allowlist, urlHosts: [host, `localhost:${port}`], allowHtml: true }),
      allowlist: [...allowlist, 'acme_gauge', 'acme_break', 'elsewhere'],
    }
    const pictures = await takePictures([{ result: resultOf(shown), policy, rows: () => [] }], { browser, page, signal: new AbortController().signal })
    const all = shown.map((_, at) => pictures.get(pictureKey(0, { brief: 'b', run: 0 }, at)))
    const [first, ...rest] = all
    expect(asked).toBe(0)
    expect(first).toMatchObject({ png: expect.any(String), width: 720 })
    expect(first).not.toHaveProperty('note')
    const drawn = rest.slice(0, hostile.length)
    expect(drawn.map((picture) => picture && ('missing' in picture ? picture.missing : (picture.note ?? 'drawn')))).toEqual([
      'drawn',
      'drawn',
      // The page learns later that their addresses are not allowed; the picture may be taken before.
      expect.stringMatching(/^(?:drawn|the page says: The image did not load)/),
      expect.stringMatching(/^(?:drawn|the page says: The video did not load)/),
      'drawn',
      'the page says: The component “constructor” is not available on this page.',
      'the page says: This figure could not be shown: its data does not have the right shape.',
      'its props are not an object',
      expect.stringMatching(/^the first 1600 of \d+ pixels$/),
      'drawn',
    ])
    for (const [at, picture] of drawn.entries()) {
      if (!picture || 'missing' in picture) continue
      expect(picture.height).toBeLessThanOrEqual(1_600)
      const filled = pixelsByColour(Buffer.from(picture.png, 'base64')).get('ff00ff') ?? 0
      // HTML of a model may fill its frame, which is a part of the picture.
      expect(filled).toBeLessThan(hostile[at]?.component === 'html' ? 0.9 * picture.width * picture.height : 1)
    }
    const [again, gauge, broken, failed, recovered] = rest.slice(hostile.length)
    expect(again).toEqual(first)
    expect(gauge).toMatchObject({ png: expect.any(String), height: expect.any(Number) })
    expect(gauge).not.toHaveProperty('note')
    expect(broken).toMatchObject({ png: expect.any(String) })
    expect(failed).toEqual({ missing: 'The page threw an error while it was drawing.' })
    expect(recovered).toEqual(first)
    expect(await leftBehind()).toEqual([])
  })

  it('are not drawn further after Ctrl-C, and no browser stays', async () => {
    const cancel = new AbortController()
    const rows = () => {
      cancel.abort()
      return []
    }
    const drawable = { result: resultOf([control, control]), policy: createPolicy(), rows }
    await expect(takePictures([drawable], { browser, page, signal: cancel.signal })).rejects.toMatchObject({ code: 'cancelled' })
    expect(await leftBehind()).toEqual([])
  })
})

describe('without pictures, the report says why:', () => {
  it('a package is missing', async () => {
    const cwd = await mkdtemp(join(folder, 'project-'))
    // Folders above may have packages, so these are there without their content.
    for (const name of ['esbuild', 'react', 'react-dom', '@pf/react-renderers', '@pf/registry']) {
      await mkdir(join(cwd, 'node_modules', name), { recursive: true })
      await writeFile(join(cwd, 'node_modules', name, 'package.json'), '{"exports": {}}')
    }
    const { code, errors, page } = await run({ cwd })
    const sentence =
      'No pictures: These packages are not installed: esbuild, react, react-dom, @pf/react-renderers, @pf/registry. Run: npm install --save-dev esbuild react react-dom @pf/react-renderers @pf/registry'
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining(sentence) })
    expect(errors.indexOf('No pictures')).toBeLessThan(errors.indexOf('1/3'))
    expect(page).toContain(sentence)
    expect(page).not.toContain('<img')
  })

  it('the browser of PF_CHROMIUM does not exist, or does not start', async () => {
    const { code, errors, page } = await run({ env: { PF_CHROMIUM: join(folder, 'none') } })
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('No pictures: PF_CHROMIUM names a file that does not exist.') })
    expect(page).toContain('No pictures: PF_CHROMIUM names a file that does not exist.')
    const broken = join(folder, 'broken-browser')
    await writeFile(broken, '#!/bin/sh\necho "libnss3.so is missing" >&2\nexit 1\n', { mode: 0o755 })
    await expect(openBrowser(broken)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('(libnss3.so is missing)') })
    await expect(openBrowser(join(folder, 'none'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await leftBehind()).toEqual([])
  })

  it('there is no browser', () => {
    expect(() => findBrowser({ PATH: '/usr/bin' }, () => false)).toThrow('No browser was found. Install Chromium, Chrome or Edge, or set PF_CHROMIUM')
    expect(findBrowser({ PATH: '/opt/a' }, (path) => path === join('/opt/a', 'chromium'))).toBe(join('/opt/a', 'chromium'))
  })

  it('Ctrl-C was pressed before they were taken', async () => {
    const cancel = new AbortController()
    const printError = (text: string) => void (text.startsWith('Taking') && cancel.abort())
    const { code, page } = await run({ signal: cancel.signal, printError })
    expect(code).toBe(130)
    expect(page).toContain('No pictures: the command was cancelled.')
    expect(await leftBehind()).toEqual([])
  })
})

it('commands to the browser fail when it does not answer, refuses them, or ends', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const { send } = createConnection(input, output)
  await expect(send('Slow.command', {}, { timeoutMs: 10 })).rejects.toMatchObject({ code: 'deadline' })
  const refused = send('Page.none')
  output.write('{"id": 2, "err')
  output.write('or": {"message": "no"}}\0{"method": "Page.event"}\0nonsense\0{"id": "constructor"}\0')
  await expect(refused).rejects.toMatchObject({ code: 'protocol' })
  const answered = send('Page.one', { a: 1 }, { sessionId: 's' })
  output.write('{"id": 3, "result": {"b": 2}}\0')
  expect(await answered).toEqual({ b: 2 })
  expect(String(input.read())).toContain('{"id":3,"method":"Page.one","params":{"a":1},"sessionId":"s"}\0')
  const lost = send('Page.two')
  output.destroy()
  await expect(lost).rejects.toMatchObject({ code: 'network' })
  await expect(send('Page.three')).rejects.toMatchObject({ code: 'network' })
})
