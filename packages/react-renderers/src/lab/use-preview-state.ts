import { useMemo, useReducer } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { registryRules } from '../kits/registry-rules.ts'
import { isInteractive } from '../store/model/interactive-tools.ts'
import { createPreview, type PreviewRules, type PreviewView } from '../store/model/preview.ts'
import type { ComponentState } from '../store/model/types.ts'
import type { Payload } from './check-payload.ts'
import { type StreamControls, useStreamPlayback } from './use-stream-playback.ts'

/** The content of the preview. */
export interface PreviewState {
  /** Undefined if nothing of the arrived part can be shown. */
  state: ComponentState | undefined
  controls: StreamControls
  total: number
}

const blank = { key: 'lab', id: 'lab', message_id: '', seq: 0, ts: 0, version: 0 }

/** Returns the state of a payload while its arguments arrive, under the rules of the store, and then the complete payload. */
export function usePreviewState(payload: Payload | undefined): PreviewState {
  const { kits, policy } = useRendering()
  const args = useMemo(() => argumentsText(payload), [payload])
  const controls = useStreamPlayback(args)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const component = payload && isInteractive(payload.component) ? payload.component : undefined
  const play = useMemo(() => createStreamPlayback(args, { rules: registryRules(kits, policy), component, onChange: redraw }), [args, kits, policy, component])
  const complete = useMemo(() => payload && completeState(payload), [payload])
  const view = controls.cut < args.length ? play.at(controls.cut) : undefined
  return { state: controls.cut < args.length ? view && { ...blank, ...view } : complete, controls, total: args.length }
}

/** Returns the arguments that a model would write. Tools of interactive components take only the props. */
function argumentsText(payload: Payload | undefined): string {
  if (!payload) return ''
  const { component, props, title } = payload
  return JSON.stringify(isInteractive(component) ? props : { component, ...(title === undefined ? {} : { title }), props })
}

function completeState({ component, props, title }: Payload): ComponentState {
  return { ...blank, component, props, status: 'ready', ...(title === undefined ? {} : { title }), ...(isInteractive(component) ? { question: 'lab' } : {}) }
}

/** Shows a payload as it would appear while its arguments arrive. */
export interface StreamPlayback {
  /** Returns the view after `cut` characters; undefined if nothing can be shown yet. A smaller `cut` restarts from the beginning. */
  at(cut: number): PreviewView | undefined
}

interface StreamPlaybackOptions {
  rules: PreviewRules
  /** The component whose props are the arguments, as for tools of interactive components. Without it, the arguments contain the name. */
  component?: string | undefined
  /** Called when rules were loaded, which can change the view without a delta. */
  onChange?: () => void
}

/** Creates the playback of arguments, which are processed by the reader and the rules of the store. */
export function createStreamPlayback(args: string, { rules, component, onChange }: StreamPlaybackOptions): StreamPlayback {
  const begin = () => createPreview(rules, { component, ...(onChange ? { onChange } : {}) })
  let preview = begin()
  let fed = 0
  return {
    at(cut) {
      if (cut < fed) {
        preview = begin()
        fed = 0
      }
      if (cut > fed) preview.feed(args.slice(fed, cut))
      fed = cut
      return preview.view()
    },
  }
}
