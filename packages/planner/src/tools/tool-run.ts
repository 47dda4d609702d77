import type { ArtifactCollector } from '@pf/artifacts'
import type { ArtifactMeta, Scope, StorePorts } from '@pf/core'
import type { Policy } from '@pf/registry'
import type { SafeHooks } from '../hooks/safe-hooks.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { AgentLimits } from '../options/limits.ts'
import type { ProvenancePolicy } from '../options/provenance-options.ts'
import type { SharedState } from '../options/state-options.ts'
import type { RunState } from '../state/run-state.ts'
import type { Claim, RemainingPlan } from '../state/waiting.ts'
import type { RunSpan } from '../telemetry/run-span.ts'
import type { ShownComponents } from './shown-components.ts'

/** Names of artifact streams in a log. */
interface StreamNames {
  /** Returns the name itself for the first call that uses it, and `name#2`, `name#3` for later ones, as for payload keys. */
  nameFor(stream_id: string, tool_call_id: string): string
}

/** Creates the names of one run. Each tool chooses its own stream ids, so two calls may use the same one. */
export function createStreamNames(): StreamNames {
  const users = new Map<string, string[]>()
  return {
    nameFor: (stream_id, tool_call_id) => {
      const calls = users.get(stream_id) ?? []
      if (!calls.includes(tool_call_id)) users.set(stream_id, [...calls, tool_call_id])
      const position = (users.get(stream_id) ?? []).indexOf(tool_call_id)
      return position === 0 ? stream_id : `${stream_id}#${position + 1}`
    },
  }
}

/** The only pause of a step. If several concurrent calls ask, the first one gets it. */
interface PauseSlot {
  readonly claim: Claim | undefined
  /** Returns false if another call has it. */
  take(claim: Claim): boolean
  /** The plan around the call that waits. */
  plan: RemainingPlan | undefined
}

/** Creates a free slot. */
export function createPauseSlot(): PauseSlot {
  let taken: Claim | undefined
  return {
    plan: undefined,
    get claim() {
      return taken
    },
    take: (claim) => {
      if (taken) return false
      taken = claim
      return true
    },
  }
}

/** The open resources of a segment that tool calls use. */
export interface ToolResources {
  readonly span: RunSpan
  /** Aborts when the run ends early. Its reason is the cause. */
  readonly signal: AbortSignal
  /** The question of the current step. Every step has a new slot. */
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
    /** Undefined if the run has no shared state. */
    readonly sharedState: SharedState | undefined
    readonly hooks: SafeHooks
    readonly ports: Pick<StorePorts, 'artifacts'>
    /** What happens with figures that are in no result. */
    readonly provenance: ProvenancePolicy
    /** Undefined if rich output is disabled. */
    readonly rich: { readonly policy: Policy } | undefined
    readonly now: () => number
    readonly newId: () => string
  }
  readonly scope: Scope
  readonly runId: string
  readonly threadId: string
  /** Id of the turn's message. */
  readonly messageId: string
  readonly requestId: string
  readonly traceId: string
  readonly state: Pick<RunState, 'step' | 'attempt' | 'sources' | 'warnings' | 'history' | 'transcript' | 'deferred_messages' | 'shared_state'>
  readonly segment: ToolResources
  emit(event: EventDraft): void
}
