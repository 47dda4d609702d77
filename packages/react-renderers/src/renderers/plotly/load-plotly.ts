/// <reference path="./plotly-bundle.d.ts" />
import { isRecord } from '@pf/core/internal'
import { useEffect, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { cartesianTypes } from './trace-rules.ts'

/** The part of the Plotly API that is used. */
export interface Plotly {
  react(element: HTMLElement, data: readonly unknown[], layout: Record<string, unknown>, config: Record<string, unknown>): Promise<unknown>
  purge(element: HTMLElement): void
}

/** A Plotly bundle and its trace types. */
export interface PlotlyBundle {
  plotly: Plotly
  types: ReadonlySet<string>
}

/** Loads Plotly with the loader of the app, or the installed cartesian bundle. Rejects when it is not available. */
export async function loadPlotly(own: (() => Promise<unknown>) | undefined): Promise<PlotlyBundle> {
  const loaded = own ? await own() : await bundled()
  const plotly = isRecord(loaded) && isRecord(loaded.default) ? loaded.default : loaded
  if (!isPlotly(plotly)) throw new Error('The loader of plotly did not return Plotly.')
  return { plotly, types: own ? typesOf(plotly) : cartesianTypes }
}

/** The import is inside a try block so that bundlers accept apps that have not installed the package. */
async function bundled(): Promise<unknown> {
  try {
    return await import('plotly.js-cartesian-dist-min')
  } catch (cause) {
    throw new Error('The package plotly.js-cartesian-dist-min is not installed.', { cause })
  }
}

const isPlotly = (value: unknown): value is Plotly =>
  typeof value === 'object' && value !== null && 'react' in value && typeof value.react === 'function' && 'purge' in value && typeof value.purge === 'function'

const typesByBundle = new WeakMap<Plotly, ReadonlySet<string>>()

function typesOf(plotly: Plotly): ReadonlySet<string> {
  const before = typesByBundle.get(plotly)
  if (before) return before
  const schema: unknown =
    'PlotSchema' in plotly && isRecord(plotly.PlotSchema) && typeof plotly.PlotSchema.get === 'function' ? plotly.PlotSchema.get() : undefined
  const types = isRecord(schema) && isRecord(schema.traces) ? new Set(Object.keys(schema.traces)) : cartesianTypes
  typesByBundle.set(plotly, types)
  return types
}

/** The loading state of Plotly; `absent` means that it is not available. */
export type PlotlyState = { state: 'loading' } | { state: 'there'; bundle: PlotlyBundle } | { state: 'absent'; retry: () => void }

/** Loads Plotly when `wanted` is true. */
export function usePlotly(wanted: boolean): PlotlyState {
  const { loaders } = useRendering()
  const [loaded, setFound] = useState<PlotlyState>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted || attempt < 0) return undefined
    let cancelled = false
    loadPlotly(loaders.plotly).then(
      (bundle) => cancelled || setFound({ state: 'there', bundle }),
      () => cancelled || setFound({ state: 'absent', retry: () => setAttempt((before) => before + 1) }),
    )
    return () => {
      cancelled = true
    }
  }, [wanted, loaders, attempt])
  return loaded
}

/** Returns the trace types that are known before Plotly is loaded; undefined if the app provides its own bundle. */
export function useTypesBeforeLoad(): ReadonlySet<string> | undefined {
  return useRendering().loaders.plotly ? undefined : cartesianTypes
}
