import { type EmitArtifact, type MessageFile, type PauseAnswer, type PauseRequest, PfError, type ToolContext } from '@pf/core'
import { isRecord, joinBytes } from '@pf/core/internal'
import { changeState, currentState } from '../shared-state/shared-state.ts'
import type { ToolCall } from '../tools/agent-tool.ts'
import type { ToolRun } from '../tools/tool-run.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import type { ToolEmissions } from './tool-emissions.ts'

const maxProgress = 1_000

/** A context, and a function that disables it after the call. */
export interface OpenContext {
  context: ToolContext
  close(): void
}

/** The emissions and questions of a call, to which the context gives access. */
export interface ContextParts {
  emissions: ToolEmissions
  pause: (request: PauseRequest) => Promise<PauseAnswer>
}

/** Creates the context of a host tool. After `close` its emissions have no effect, so a late tool cannot write into a run that has continued. */
export function createToolContext(toolName: string, call: ToolCall, { emissions, pause }: ContextParts): OpenContext {
  const { run, step, toolCallId, signal } = call
  let open = true
  let updates = 0
  const live = () => open && !signal.aborted
  const context: ToolContext = {
    threadId: run.threadId,
    runId: run.runId,
    requestId: run.requestId,
    traceId: run.traceId,
    owner: run.scope.owner,
    toolName,
    toolCallId,
    signal,
    emitArtifact: (emission: EmitArtifact) => {
      if (live()) emissions.emit(emission)
    },
    progress: (update) => {
      updates += 1
      const clean = live() && updates <= maxProgress ? cleanProgress(update, run.segment.secrets) : undefined
      if (clean) run.emit({ type: 'tool_call_progress', step, tool_call_id: toolCallId, ...clean })
    },
    pause,
    artifacts: {
      list: () => run.segment.collector.list().map(({ ref, kind }) => ({ ref, kind })),
      resolve: (ref) => {
        const found = typeof ref === 'string' ? run.segment.collector.resolve(ref) : undefined
        return found?.found ? found.value : undefined
      },
    },
    files: toolFiles(run),
    get state() {
      return currentState(run)
    },
    setState: (next) => {
      if (!live()) throw new PfError('cancelled', 'The call has ended; the shared state was not changed.')
      changeState(run, step, next)
    },
    log: (level, message, fields) => {
      const entry = { level, message, ...(fields ? { fields } : {}), tool: toolName, owner: run.scope.owner, runId: run.runId, threadId: run.threadId }
      run.agent.hooks.onLog(entry, run.segment.secrets)
    },
  }
  return {
    context,
    close: () => {
      open = false
    },
  }
}

/** Returns undefined for an invalid update. Progress is informational, so an invalid update does not fail the call. */
function cleanProgress(update: unknown, secrets: ReadonlySet<string>): { fraction?: number; text?: string } | undefined {
  try {
    if (!isRecord(update)) return undefined
    const { fraction, text } = update
    return {
      ...(typeof fraction === 'number' && Number.isFinite(fraction) ? { fraction: Math.min(1, Math.max(0, fraction)) } : {}),
      ...(typeof text === 'string' ? { text: scrubTexts(text.slice(0, 10_000), secrets).slice(0, 500).toWellFormed() } : {}),
    }
  } catch {
    return undefined
  }
}

/** Returns the access of a tool to the files of the conversation. A tool reads only files that the user has sent in this conversation. */
function toolFiles({ agent, scope, state }: Pick<ToolRun, 'agent' | 'scope' | 'state'>): ToolContext['files'] {
  const list = (): MessageFile[] => {
    const files = [...state.history, ...state.transcript, ...state.deferred_messages].flatMap((message) => message.files ?? [])
    return [...new Map(files.map((file) => [file.artifact_id ?? file, { ...file }])).values()]
  }
  return {
    list,
    read: async (artifact_id) => {
      if (!list().some((file) => file.artifact_id === artifact_id)) return undefined
      const found = await agent.ports.artifacts.get(scope, artifact_id)
      return found && joinBytes(found.body)
    },
  }
}
