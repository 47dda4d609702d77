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
  /** Undefined: of what has arrived nothing can be shown. */
  state: ComponentState | undefined
  controls: StreamControls
  total: number
}

const blank = { key: 'lab', id: 'lab', message_id: '', seq: 0, ts: 0, version: 0 }

/** A payload as its arguments arrive: by the rules of the store while they do, then as it is. */
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

/** What a model would write: tools that ask take the props alone. */
function argumentsText(payload: Payload | undefined): string {
  if (!payload) return ''
  const { component, props, title } = payload
  return JSON.stringify(isInteractive(component) ? props : { component, ...(title === undefined ? {} : { title }), props })
}

function completeState({ component, props, title }: Payload): ComponentState {
  return { ...blank, component, props, status: 'ready', ...(title === undefined ? {} : { title }), ...(isInteractive(component) ? { question: 'lab' } : {}) }
}

/** Shows a payload as it would look while its arguments arrive. */
export interface StreamPlayback {
  /** What can be shown once `cut` characters are there; undefined: nothing yet. Going back begins anew. */
  at(cut: number): PreviewView | undefined
}

interface StreamPlaybackOptions {
  rules: PreviewRules
  /** The component whose props the arguments are, as for the tools that ask; without it they name one themselves. */
  component?: string | undefined
  /** Told when rules came that no delta brought. */
  onChange?: () => void
}

/** Makes a play of arguments; they pass through the reader and the rules of the store. */
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
