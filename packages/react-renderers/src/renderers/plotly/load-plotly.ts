/// <reference path="./plotly-bundle.d.ts" />
import { isRecord } from '@pf/core/internal'
import { cartesian } from './trace-rules.ts'

/** The part of Plotly that is used. */
export interface Plotly {
  react(element: HTMLElement, data: readonly unknown[], layout: Record<string, unknown>, config: Record<string, unknown>): Promise<unknown>
  purge(element: HTMLElement): void
}

/** A bundle and the traces in it. */
export interface PlotlyBundle {
  plotly: Plotly
  types: ReadonlySet<string>
}

/** Gets Plotly: the host's own bundle, or the cartesian one that the host has installed. Rejects where there is none. */
export async function loadPlotly(own: (() => Promise<unknown>) | undefined): Promise<PlotlyBundle> {
  const found = own ? await own() : await bundled()
  const plotly = isRecord(found) && isRecord(found.default) ? found.default : found
  if (!isPlotly(plotly)) throw new Error('What the loader of plotly gave is not Plotly.')
  return { plotly, types: own ? typesOf(plotly) : cartesian }
}

/** Inside of a try, so that bundlers build an app that has not installed it. */
async function bundled(): Promise<unknown> {
  try {
    return await import('plotly.js-cartesian-dist-min')
  } catch (cause) {
    throw new Error('The package plotly.js-cartesian-dist-min is not there.', { cause })
  }
}

const isPlotly = (value: unknown): value is Plotly =>
  typeof value === 'object' && value !== null && 'react' in value && typeof value.react === 'function' && 'purge' in value && typeof value.purge === 'function'

const known = new WeakMap<Plotly, ReadonlySet<string>>()

function typesOf(plotly: Plotly): ReadonlySet<string> {
  const before = known.get(plotly)
  if (before) return before
  const schema: unknown =
    'PlotSchema' in plotly && isRecord(plotly.PlotSchema) && typeof plotly.PlotSchema.get === 'function' ? plotly.PlotSchema.get() : undefined
  const types = isRecord(schema) && isRecord(schema.traces) ? new Set(Object.keys(schema.traces)) : cartesian
  known.set(plotly, types)
  return types
}
