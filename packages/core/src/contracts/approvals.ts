import type { JsonValue } from './json.ts'
import type { Scope } from './owner.ts'

/** The validity of an approval: the one call, calls under the same rule in the thread, or all such calls of the owner. */
export type ApprovalScope = 'once' | 'thread' | 'always'

/** An approval that is valid for more than one call. */
export interface ApprovalGrant {
  grant_id: string
  /** The rule that required the approval, and the tool it concerned. The grant is valid only for calls of this tool under this rule. */
  rule: string
  tool: string
  /** Present if the grant is valid in one thread only. */
  thread_id?: string
  /** The question that was answered. */
  interaction_id: string
  /** Milliseconds since the epoch. */
  created: number
}

/** Stores the grants of owners. */
export interface GrantStore {
  /** Stores a grant. Replaces an existing grant with the same id. */
  put(scope: Scope, grant: ApprovalGrant): Promise<void>
  /** Resolves to the grants of an owner, oldest first. */
  list(scope: Scope): Promise<ApprovalGrant[]>
  /** Resolves to false for a grant that is unknown or belongs to another owner. */
  delete(scope: Scope, grant_id: string): Promise<boolean>
}

/**
 * An event in the history of an approval, or a verdict of a guardrail. Values are represented by their hash or their number, so the log
 * contains neither arguments nor the texts that were checked.
 */
export type AuditEntry =
  | {
      type: 'asked'
      interaction_id: string
      run_id: string
      thread_id: string
      tool_call_id: string
      tool: string
      rule: string
      args_hash: string
      role?: string
    }
  | { type: 'seen'; interaction_id: string; by: string }
  | { type: 'answered'; interaction_id: string; by: string; hash: string; decision: 'approved' | 'denied' | 'cancelled'; scope?: ApprovalScope }
  | { type: 'refused'; interaction_id: string; by: string; reason: string }
  | { type: 'decided'; run_id: string; tool_call_id: string; tool: string; rule: string; args_hash: string; decision: 'denied' | 'granted' }
  /** The results of a group of background tasks were approved or denied. `hash` is that of the ids, states and results of its tasks. */
  | { type: 'group_decided'; task_group_id: string; run_id: string; thread_id: string; by: string; hash: string; decision: 'approved' | 'denied' }
  /**
   * A check rewrote or refused a part of an answer, or did not work. `reason` is a line of at most 200 characters from the check. Each check
   * appends at most 20 entries for each text of a run in one process; the last one then has `more`.
   */
  | {
      type: 'answer_checked'
      run_id: string
      thread_id: string
      step: number
      check: string
      /** The answer, a text of a draft, another text of the payload, or a text of a component. */
      target: 'answer' | 'artifact' | 'user' | 'payload' | 'component'
      verdict: 'rewritten' | 'refused' | 'failed'
      reason: string
      more?: true
    }
  /** Personal data was masked in the input of a model. `counts` maps the kind, such as email, to the number of different values. */
  | { type: 'data_masked'; run_id: string; thread_id: string; step: number; counts: Record<string, number> }
  /** The result of a tool was passed to the model with marks. `findings` are the names of the heuristics that found something. */
  | {
      type: 'content_marked'
      run_id: string
      thread_id: string
      step: number
      tool: string
      tool_call_id: string
      source: 'trusted' | 'untrusted'
      findings: string[]
    }

/**
 * One entry of the audit log of an owner. `hash` covers `prev`, `seq`, `at` and `entry`; `prev` is the hash of the previous entry, and
 * empty for the first one.
 */
export interface AuditRecord {
  /** Counts from 1 for each owner, without gaps. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  prev: string
  hash: string
  entry: AuditEntry
}

/** An append-only log for each owner. Entries are never changed, and are removed only when all data of the owner are deleted. */
export interface AuditStore {
  append(scope: Scope, entry: AuditEntry): Promise<AuditRecord>
  /** Resolves to at most `limit` entries with a `seq` above `after`, in order. */
  read(scope: Scope, page: { after: number; limit: number }): Promise<AuditRecord[]>
}

/** One question in an inbox. The results of background tasks that wait for an approval are one as well. */
export interface InboxItem {
  interaction_id: string
  run_id: string
  thread_id: string
  component: string
  props: JsonValue
  /** Milliseconds since the epoch. */
  created: number
  deadline?: number
  /** The group of background tasks whose results wait for an approval. It is answered like a `confirm`. */
  task_group_id?: string
  /** The tool whose call waits for an approval. Absent for other questions. */
  tool?: string
  /** The role that has to answer. Absent if the owner of the run answers. */
  role?: string
  /** The id of the owner of the run, if it is not the reader of the inbox. */
  asked_by?: string
}
