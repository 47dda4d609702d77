import { applyPatch, type JsonObject, type PlannerEvent } from '@pf/core'
import { getOwn, isRecord, parseJson } from '@pf/core/internal'
import type { Observation, ShownComponent } from './observation.ts'

/** The calls for components of a run by id: the name of the tool, and the arguments as the model wrote them. */
class Calls {
  readonly names = new Map<string, string>()
  readonly #args = new Map<string, string>()

  start(id: string, name: string): void {
    this.names.set(id, name)
  }

  append(id: string, delta: string): void {
    this.#args.set(id, (this.#args.get(id) ?? '') + delta)
  }

  /** The component of a call and the props that the model wrote; `unknown` and undefined if the arguments cannot be read. */
  written(id: string | undefined): { component: string; props?: JsonObject } {
    const name = (id !== undefined && this.names.get(id)) || ''
    const args = parseJson((id !== undefined && this.#args.get(id)) || '')
    if (name === 'render_component' || name === 'update_component') {
      const [component, props] = [getOwn(args, 'component'), getOwn(args, 'props')]
      return { component: typeof component === 'string' ? component.slice(0, 64) : 'unknown', ...(isRecord(props) ? { props: props as JsonObject } : {}) }
    }
    const component = /^(?:ui|render)_(.+)$/.exec(name)?.[1] ?? 'unknown'
    return { component, ...(isRecord(args) ? { props: args as JsonObject } : {}) }
  }
}

/** Reads what is scored from the events of a run. `ms` and `model_calls` are measured outside. */
export function readEvents(events: readonly PlannerEvent[], measured: { ms: number; model_calls: number }): Observation {
  const calls = new Calls()
  const shown = new Map<string, ShownComponent>()
  const observation: Observation = { finish: 'error', answer: '', shown: [], rejected: [], measures: { ...measured, repairs: 0 } }
  const { measures } = observation
  for (const event of events) {
    if (event.type === 'tool_call_start') calls.start(event.tool_call_id, event.name)
    else if (event.type === 'tool_call_args') calls.append(event.tool_call_id, event.delta)
    else if (event.type === 'artifact_chunk') keep(shown, componentOf(event, calls))
    else if (event.type === 'artifact_update') update(shown.get(event.id), event.patch)
    else if (event.type === 'artifact_rejected')
      observation.rejected.push({ component: calls.written(event.tool_call_id).component, codes: event.errors.map(({ code }) => code.slice(0, 60)) })
    else if (event.type === 'pause')
      for (const { id, component, props, tool_call_id } of event.interactions)
        keep(shown, { id, component, props, written: calls.written(tool_call_id).props ?? props, question: true })
    else if (event.type === 'repair') measures.repairs += 1
    else if (event.type === 'usage') {
      if (event.input !== undefined) measures.input_tokens = (measures.input_tokens ?? 0) + event.input
      if (event.output !== undefined) measures.output_tokens = (measures.output_tokens ?? 0) + event.output
      if (event.cached !== undefined) measures.cached_tokens = (measures.cached_tokens ?? 0) + event.cached
    } else if (event.type === 'finish') {
      observation.finish = event.reason
      observation.answer = event.payload.raw_answer
      if (event.payload.provenance) observation.provenance = event.payload.provenance
      if (event.error) observation.error = { code: event.error.code, message: event.error.message }
    }
  }
  return { ...observation, shown: [...shown.values()] }
}

function keep(shown: Map<string, ShownComponent>, component: ShownComponent | undefined): void {
  if (component) shown.set(component.id, component)
}

function componentOf({ artifact_type, chunk, tool_call_id, stream_id }: PlannerEvent<'artifact_chunk'>, calls: Calls): ShownComponent | undefined {
  if (artifact_type !== 'ui_component' || !isRecord(chunk)) return undefined
  const { component, props, title, id } = chunk
  if (typeof component !== 'string' || !isRecord(props)) return undefined
  return {
    id: typeof id === 'string' ? id : stream_id,
    component,
    props: props as JsonObject,
    written: calls.written(tool_call_id).props ?? (props as JsonObject),
    question: false,
    ...(typeof title === 'string' ? { title } : {}),
  }
}

function update(shown: ShownComponent | undefined, patch: JsonObject[]): void {
  if (!shown) return
  const patched = applyPatch({ props: shown.props }, patch)
  const props = patched.ok ? getOwn(patched.value, 'props') : undefined
  if (isRecord(props)) shown.props = props as JsonObject
}
