/** How a reply can break the contract, as a sentence that a model understands too. */
export const blockReasons = {
  text_outside: 'There was text outside the two blocks.',
  wrong_order: 'The USER block came before the ARTIFACT block.',
  missing_block: 'A block was missing.',
  unclosed_block: 'A block was not closed.',
  nested_block: 'A block was opened inside a block.',
  repeated_block: 'A block came twice.',
  stray_close: 'A closing tag stood where no such block was open.',
} as const

/** Why a reply breaks the contract of the two blocks (spec 002, §2). */
export type BlockContractReason = keyof typeof blockReasons
