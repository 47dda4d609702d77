import type { ArtifactCollector } from '@pf/artifacts'
import type { ArtifactMeta, Scope } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { SafeHooks } from '../hooks/safe-hooks.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { AgentLimits } from '../options/limits.ts'
import type { RunState } from '../state/run-state.ts'
import type { RunSpan } from '../telemetry/run-span.ts'
import type { PauseSlot } from './pause-slot.ts'
import type { ShownComponents } from './shown-components.ts'
import type { StreamNames } from './stream-names.ts'

/** The open resources of a segment that tool calls use. */
export interface ToolResources {
  readonly span: RunSpan
  /** Aborts when the run ends early; its reason says why. */
  readonly signal: AbortSignal
  /** The question of the current step; a new slot for every step. */
  pause: PauseSlot
  /** Texts that only tools may see. */
  readonly secrets: Set<string>
  readonly collector: ArtifactCollector
  readonly components: ShownComponents
  readonly streamNames: StreamNames
  /** Artifacts stored since the last commit. */
  readonly storedArtifacts: ArtifactMeta[]
}

/** The part of a run that a tool call uses. */
export interface ToolRun {
  readonly agent: {
    readonly limits: Pick<AgentLimits, 'observationChars' | 'answerMs'>
    readonly hooks: SafeHooks
    /** Undefined while rich output is off. */
    readonly rich: { readonly policy: Policy } | undefined
    readonly now: () => number
    readonly newId: () => string
  }
  readonly scope: Scope
  readonly run_id: string
  readonly thread_id: string
  /** Id of the turn's message. */
  readonly message_id: string
  readonly request_id: string
  readonly trace_id: string
  readonly state: Pick<RunState, 'step' | 'attempt' | 'sources' | 'warnings'>
  readonly segment: ToolResources
  emit(event: EventDraft): void
}
