import type { QuestionState, StoreState } from '../store/types.ts'

/** Every question of a conversation, oldest first. */
export const questionsOf = ({ turns }: Pick<StoreState, 'turns'>): QuestionState[] => turns.flatMap((turn) => (turn.kind === 'assistant' ? turn.questions : []))

/** Whether an answer may be given. */
export const isOpen = ({ status }: Pick<QuestionState, 'status'>) => status === 'open' || status === 'failed'
