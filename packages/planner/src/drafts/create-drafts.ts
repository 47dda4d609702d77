import { type DraftChange, type DraftConfirmation, type DraftPort, type DraftRecord, type DraftStore, type Lease, PfError, type Scope } from '@pf/core'
import { randomId } from '@pf/core/internal'
import { type Agent, createAgent } from '../agent/create-agent.ts'
import { freezeScope } from '../agent/freeze-scope.ts'
import type { AgentOptions } from '../options/agent-options.ts'
import { emptyDraft } from '../strategies/artifact-first/artifact-first.ts'
import { type DraftLockOptions, withDraftLock } from '../strategies/artifact-first/draft-lock.ts'

/** The location of a draft. */
interface DraftTarget extends DraftLockOptions {
  drafts: DraftStore
}

/** Milliseconds for which a confirmation waits for another one of the same draft. A confirmation takes two calls of the store. */
const confirmWaitMs = 500

/**
 * Copies the draft version that the user has seen to the final text, which is not written anywhere else. Confirming the same version again
 * succeeds. Concurrent confirmations wait for each other, but not for a generation.
 */
async function confirmDraft(target: DraftTarget, version: number): Promise<DraftConfirmation> {
  const confirm = (lease: () => Lease) => confirmNow(target, version, lease)
  const free = await withDraftLock(target, confirm)
  if (free) return free.value
  const draft = await target.drafts.load(target.scope, target.draftId)
  if (!draft) return { status: 'unknown' }
  if (draft.state === 'drafting') return { status: 'busy' }
  const waited = await withDraftLock({ ...target, waitMs: confirmWaitMs }, confirm)
  return waited?.value ?? { status: 'busy' }
}

async function confirmNow({ drafts, scope, draftId }: DraftTarget, version: number, lease: () => Lease): Promise<DraftConfirmation> {
  const draft = await drafts.load(scope, draftId)
  if (!draft) return { status: 'unknown' }
  if (draft.version !== version) return { status: 'stale', version: draft.version }
  if (draft.state === 'confirmed') return { status: 'confirmed', draft }
  if (draft.version === 0) return { status: 'busy' }
  if (draft.artifact_draft_text.trim() === '') return { status: 'empty' }
  const confirmed: DraftRecord = { ...draft, state: 'confirmed', confirmed_version: version, artifact_final_text: draft.artifact_draft_text }
  return (await drafts.save(scope, confirmed, version, lease())) ? { status: 'confirmed', draft: confirmed } : { status: 'busy' }
}

/** The default name of the agent that writes drafts. */
const draftAgentName = 'drafts'

/** The options of an agent, without tools and components. */
export type DraftsOptions = Omit<AgentOptions, 'strategy' | 'tools' | 'richOutput'>

/** The draft interface, with a method to shut it down. */
export interface Drafts extends DraftPort {
  /** Cancels active generations in this process, like `Agent.close`. */
  close(): Promise<void>
}

/**
 * Creates the interface to drafts with confirmation (DraftPort of @pf/core). Text reaches the user while it is written and before it is
 * validated. Text that must not be seen has to be removed by a hook on the deltas. Throws PfError `invalid_config`.
 */
export function createDrafts(options: DraftsOptions): Drafts {
  const agent = createAgent({ name: draftAgentName, ...options, strategy: 'artifact-first', tools: [] })
  const { drafts } = options.ports
  if (!drafts) throw new PfError('invalid_config', 'Drafting needs ports.drafts.')
  const newId = options.newId ?? randomId
  const name = options.name ?? draftAgentName
  const { storage, threads } = options.ports
  /** Loads a draft. The run stores the record only after it has begun, so until then the draft of a run that has begun is an empty one. */
  const load = async (scope: Scope, draft_id: string): Promise<DraftRecord | undefined> => {
    const stored = await drafts.load(scope, draft_id)
    if (stored) return stored
    const { last_run_id } = await threads.summary(scope, draft_id)
    const run = last_run_id === undefined ? undefined : await storage.load(scope, last_run_id)
    return run?.agent === name && !run.finished ? { ...emptyDraft(draft_id), run_id: run.run_id } : undefined
  }
  return {
    create: async ({ message, context = [] }, scope) => {
      const ids = { draft_id: newId(), run_id: newId() }
      await generate(agent, { ...ids, messages: [{ id: newId(), role: 'user', content: message }], context }, scope)
      return ids
    },
    get: async (draft_id, scope) => load(freezeScope(scope), draft_id),
    change: async (draft_id, text, scope) => {
      const draft = await load(freezeScope(scope), draft_id)
      if (!draft) return { status: 'unknown' }
      const messages = [...conversation(draft), { id: newId(), role: 'user' as const, content: text }]
      return generate(agent, { draft_id, run_id: newId(), messages, context: [] }, scope)
    },
    confirm: async (draftId, version, scope): Promise<DraftConfirmation> =>
      confirmDraft({ drafts: drafts as DraftStore, storage: options.ports.storage, scope: freezeScope(scope), draftId }, version),
    attach: (run_id, after, given) => agent.attach(run_id, after, given),
    cancel: (run_id, scope) => agent.cancel(run_id, scope),
    close: () => agent.close(),
  }
}

interface Generation {
  draft_id: string
  run_id: string
  messages: Parameters<Agent['start']>[0]['messages']
  context: { description: string; value: string }[]
}

async function generate(agent: Agent, { draft_id, run_id, messages, context }: Generation, scope: Scope): Promise<DraftChange> {
  const started = await agent.start({ thread_id: draft_id, run_id, messages, context, client_tools: [], client: {} }, scope)
  return started.status === 'busy' ? started : { status: 'started', run_id: started.run_id }
}

/** Limits for the recent requests and replies that the model reads. The draft itself follows them. */
const recent = { versions: 10, chars: 4_000 }

function conversation({ versions }: DraftRecord): Generation['messages'] {
  const clip = (text: string) => (text.length > recent.chars ? `${text.slice(0, recent.chars).toWellFormed()}…` : text)
  return versions.slice(-recent.versions).flatMap(({ version, request, user_text }) => [
    { id: `v${version}:u`, role: 'user' as const, content: clip(request) },
    { id: `v${version}:a`, role: 'assistant' as const, content: clip(user_text) },
  ])
}
