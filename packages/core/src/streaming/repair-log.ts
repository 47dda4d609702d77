import type { Repair } from '../contracts/action.ts'

/** What the tokenizer and the shape rules put right; each kind is kept once, with its first place. */
export type RepairKind =
  | 'fence'
  | 'text_around'
  | 'quotes'
  | 'unescaped_quote'
  | 'raw_control'
  | 'bad_escape'
  | 'literal'
  | 'number'
  | 'bare_word'
  | 'bare_key'
  | 'trailing_comma'
  | 'missing_comma'
  | 'comment'
  | 'blank'
  | 'punctuation'
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
  | 'opcode_alias'
  | 'step_dropped'
  | 'join_dropped'
  | 'field_dropped'

/** A list of repairs that cannot grow with hostile input: one entry a kind. */
export interface RepairLog {
  /** Notes a repair at an absolute offset; where repairs are forbidden it throws. */
  add(kind: RepairKind, at?: number): void
  readonly list: Repair[]
}

/** A log that accepts every repair. */
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
