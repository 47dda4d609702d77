import { useMemo, useReducer } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { asks } from '../store/model/asking-tools.ts'
import type { ComponentState } from '../store/model/types.ts'
import type { Payload } from './check-payload.ts'
import { createStreamPlay } from './stream-play.ts'
import { type StreamControls, useStreamPlay } from './use-stream-play.ts'

/** What stands on the stage. */
export interface Staged {
  /** Undefined: of what has arrived nothing can be shown. */
  state: ComponentState | undefined
  controls: StreamControls
  total: number
}

const blank = { key: 'lab', id: 'lab', message_id: '', seq: 0, ts: 0, version: 0 }

/** A payload as its arguments arrive: by the rules of the store while they do, then as it is. */
export function useStaged(payload: Payload | undefined): Staged {
  const { kits, policy } = useRendering()
  const args = useMemo(() => argsOf(payload), [payload])
  const controls = useStreamPlay(args)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const component = payload && asks(payload.component) ? payload.component : undefined
  const play = useMemo(() => createStreamPlay(args, { rules: registryRules(kits, policy), component, onChange: redraw }), [args, kits, policy, component])
  const whole = useMemo(() => payload && wholeOf(payload), [payload])
  const view = controls.cut < args.length ? play.at(controls.cut) : undefined
  return { state: controls.cut < args.length ? view && { ...blank, ...view } : whole, controls, total: args.length }
}

/** What a model would write: tools that ask take the props alone. */
function argsOf(payload: Payload | undefined): string {
  if (!payload) return ''
  const { component, props, title } = payload
  return JSON.stringify(asks(component) ? props : { component, ...(title === undefined ? {} : { title }), props })
}

function wholeOf({ component, props, title }: Payload): ComponentState {
  return { ...blank, component, props, status: 'ready', ...(title === undefined ? {} : { title }), ...(asks(component) ? { question: 'lab' } : {}) }
}
