// A conversation outside of the page: stored, restored, sent as messages. Not every page needs it.
export { restoreStore, serializeStore } from './conversation/stored-conversation.ts'
export { toMessages } from './conversation/to-messages.ts'
export type { OutgoingMessage } from './store/model/types.ts'
