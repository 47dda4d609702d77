import type { ArtifactCollector } from '@pf/artifacts'
import type { ArtifactMeta, Scope, Source } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { SafeHooks } from '../hooks/safe-hooks.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { AgentLimits } from '../options/limits.ts'
import type { Place } from '../state/place.ts'
import type { RunSpan } from '../telemetry/run-span.ts'
import type { ComponentBook } from './component-book.ts'
import type { PauseSlot } from './pause-slot.ts'
import type { StreamNames } from './stream-names.ts'

/** What a tool call sees and touches of its run. */
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
  /** Id of the turn message. */
  readonly message_id: string
  readonly request_id: string
  readonly trace_id: string
  readonly span: RunSpan
  /** Aborts when the run ends early; its reason says why. */
  readonly signal: AbortSignal
  emit(event: EventDraft): void
  readonly place: Place
  readonly pause: PauseSlot
  /** Texts that only tools may see. */
  readonly secrets: Set<string>
  readonly collector: ArtifactCollector
  readonly components: ComponentBook
  readonly streamNames: StreamNames
  readonly sources: Source[]
  readonly warnings: string[]
  /** Stored since the last step commit. */
  readonly storedArtifacts: ArtifactMeta[]
}
