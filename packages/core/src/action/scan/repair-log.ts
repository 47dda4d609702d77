import type { Repair } from '../../contracts/action.ts'
import type { JsonRepairKind, JsonRepairs } from '../../streaming/json-sink.ts'

/** Corrections made by the tokenizer, the scanner and the rules for shapes. */
export type RepairKind =
  | JsonRepairKind
  | 'fence'
  | 'text_around'
  | 'missing_closer'
  | 'double_encoded'
  | 'duplicate_key'
  | 'lone_surrogate'
  | 'legacy_shape'
  | 'alias_shape'
  | 'wrapper'
  | 'flat_answer'
  | 'answer_key'
  | 'args_string'
  | 'args_list'
  | 'args_missing'
  | 'args_beside'
  | 'tool_name'
  | 'call_markup'
  | 'opcode_alias'
  | 'step_dropped'
  | 'join_dropped'
  | 'field_dropped'

/** The repairs of one output. The log has at most one entry per kind, so hostile input cannot make it grow. */
export interface RepairLog extends JsonRepairs {
  /** Records the first repair of a kind. `at` is its offset in the whole input, in characters. */
  add(kind: RepairKind, at?: number): void
  readonly list: Repair[]
}

/** Creates an empty log. */
export function createRepairLog(): RepairLog {
  const seen = new Set<RepairKind>()
  const list: Repair[] = []
  return {
    list,
    add(kind, at) {
      if (seen.has(kind)) return
      seen.add(kind)
      list.push(at === undefined ? { kind } : { kind, at })
    },
  }
}
