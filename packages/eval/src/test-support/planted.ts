import { fileURLToPath } from 'node:url'
import type { Model } from '@pf/core'
import { openaiModel } from '@pf/planner/openai'
import { createPolicy, defaultRegistry, extendRegistry } from '@pf/registry'
import { createModelServer } from '@pf/testing'
import OpenAI from 'openai'
import { builtInSuite } from '../briefs/built-in-suite.ts'
import { readSuite, type Suite } from '../briefs/read-suite.ts'
import { readingModel } from './reading-model.ts'

/** Briefs of four kinds, so that a fault in one component shows in some of them only. */
const ids = [
  ...['revenue-trend-2026', 'sales-by-region-bars', 'traffic-share-four', 'spending-thirty-categories', 'weight-against-consumption', 'temperature-two-years'],
  ...['plan-against-actual', 'response-time-distribution', 'umsatz-entwicklung-de', 'gastos-por-area-es', 'raikyaku-suii-ja', 'terrain-surface'],
  ...['open-invoices-list', 'search-4000-employees', 'largest-debtors', 'empleados-es', 'kokyaku-ichiran-ja'],
  ...['open-tickets-kpi', 'shop-dashboard', 'uriage-dashboard-ja', 'capital-one-word', 'greeting', 'why-late', 'zaiko-ja'],
]

/** The briefs of the recordings. */
export const plantedSuite = (): Promise<Suite> => readSuite(builtInSuite, ids)

/** The description of charts, as it is and with the planted fault: it no longer says what a chart is for. */
export const worsened = { echarts: { need: 'visual output', when: 'where it fits' } }

/** The components of the suite, with the worsened description or without. */
export function policyWith(suite: Suite, override: typeof worsened | undefined) {
  const registry = override ? extendRegistry(defaultRegistry(), { override }) : defaultRegistry()
  return createPolicy({ registry, allowlist: suite.allowlist ?? [], urlHosts: suite.url_hosts })
}

/** The file of a recording: `before` or `after` the description was worsened. */
export const recordingPath = (side: 'before' | 'after'): string => fileURLToPath(new URL(`../__fixtures__/planted/${side}.recording.json`, import.meta.url))

/** Starts the stand-in model behind a real model server. */
export async function startReader(): Promise<{ model: Model; close(): Promise<void> }> {
  const server = await createModelServer({ stories: [readingModel] })
  const client = new OpenAI({ apiKey: 'any', baseURL: server.url, maxRetries: 0, logLevel: 'off' })
  return { model: openaiModel({ client, model: 'reader' }), close: () => server.close() }
}
