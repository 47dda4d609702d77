import type { QuestionState, StoreState } from '../store/model/types.ts'

/** Every question of a conversation, oldest first. */
export const questionsOf = ({ turns }: Pick<StoreState, 'turns'>): QuestionState[] => turns.flatMap((turn) => (turn.kind === 'assistant' ? turn.questions : []))
