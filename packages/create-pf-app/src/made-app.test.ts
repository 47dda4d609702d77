import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FinalPayload, PlannerEvent } from '@pf/core'
import type { Agent } from '@pf/planner'
import type { ModelServer } from '@pf/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject } from './create-project.ts'
import { readFlags } from './options/read-flags.ts'

interface Config {
  richOutput: { enabled: boolean; allowlist: string[] }
}

/** What this test uses of the modules of an app, which is made below. */
interface Modules {
  config: Config
  readConfig(config: unknown, file: string): Config
  readReport(payload: FinalPayload): { rows: unknown } | undefined
  startScriptedModel(): Promise<{ requests: ModelServer['requests'] }>
  createApp(config: Config, options: object): Promise<{ agent: Agent; close(): Promise<void> }>
}

// Inside the package, whose devDependencies are the packages of the apps.
let folder: string
beforeAll(() => {
  folder = mkdtempSync(resolve('packages/create-pf-app/.made-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function makeApp(name: string, ...flags: string[]): Promise<Modules> {
  const { yes: _yes, help: _help, version: _version, ...choices } = readFlags(flags)
  createProject({ folder: join(folder, name), ...choices })
  const load = (path: string) => import(/* @vite-ignore */ join(folder, name, path))
  const [{ default: config }, ...modules] = await Promise.all(
    ['pf.config.ts', 'src/config.ts', 'src/read-report.ts', 'src/scripted-model.ts', 'src/create-app.ts'].map(load),
  )
  return Object.assign({ config }, ...modules) as Modules
}

async function ask({ config, createApp, startScriptedModel, readReport }: Modules) {
  const model = await startScriptedModel()
  const app = await createApp(config, { model })
  const run = app.agent.run('Show the sales of 2025 as a chart')
  const events: PlannerEvent[] = []
  for await (const event of run) events.push(event)
  const catalog = app.agent.catalog()
  const report = readReport(await run.payload)
  await app.close()
  return { catalog, events, report, prompt: model.requests[0]?.conversation?.system, requests: JSON.stringify(model.requests.map(({ body }) => body)) }
}

const recommended = ['markdown', 'json', 'echarts', 'datagrid', 'report', 'grid', 'form', 'confirm', 'select_option']

it('[003-be-03] [000-mig-04] an app made --with-rich-output offers the recommended components and draws rows that the model has not read', async () => {
  const app = await makeApp('with', '--template', 'api-only', '--with-rich-output')
  const { catalog, events, report, prompt, requests } = await ask(app)
  expect(app.config.richOutput.allowlist).toEqual(recommended)
  expect(catalog).toMatchObject({ enabled: true })
  expect(catalog.components.map(({ name }) => name).sort()).toEqual([...recommended].sort())
  for (const name of ['render_component', 'ui_form', ...recommended]) expect(prompt).toContain(name)
  const chart = events.find((event) => event.type === 'artifact_chunk')
  expect(chart?.chunk).toMatchObject({ component: 'echarts', props: { option: { dataset: { source: { length: 365 } } } } })
  expect(requests).toContain('ref=sales_report.rows')
  expect(requests).not.toContain('2025-03-04')
  expect(report?.rows).toHaveLength(365)
})

it('[003-be-03] an app made with --no-rich-output has no components in the prompt, the tools and the events', async () => {
  const { catalog, events, report, prompt, requests } = await ask(await makeApp('without', '--template', 'api-only', '--no-rich-output'))
  expect(catalog).toMatchObject({ enabled: false, components: [] })
  expect(prompt).not.toMatch(/render_component|update_component|search_components|ui_form|echarts|datagrid/)
  expect(requests).not.toMatch(/render_component|ui_form/)
  expect(events.filter(({ type }) => type === 'artifact_chunk' || type === 'artifact_rejected')).toEqual([])
  expect(JSON.stringify(events)).not.toContain('render_component')
  expect(report?.rows).toHaveLength(365)
})

it('an app reports each invalid setting with file, line and what is expected', async () => {
  const { config, readConfig } = await makeApp('wrong', '--template', 'api-only')
  const file = join(folder, 'wrong/settings.ts')
  writeFileSync(
    file,
    "export default {\n  richOutput: {\n    enabled: 'yes',\n    allowlist: [\n      'echarts',\n      'echart',\n    ],\n    catalogue: true,\n  },\n}\n",
  )
  const wrong = { ...config, richOutput: { ...config.richOutput, enabled: 'yes', allowlist: ['echarts', 'echart'], catalogue: true } }
  const fault = (line: number, rest: string) => expect.stringContaining(`settings.ts:${line} richOutput.${rest}`)
  let message = ''
  try {
    readConfig(wrong, file)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message.split('\n').slice(1)).toEqual([fault(3, 'enabled: '), fault(6, 'allowlist.1: '), fault(8, 'catalogue: There is no such setting.')])
})
