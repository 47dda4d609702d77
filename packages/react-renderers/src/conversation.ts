// A conversation outside of the page: stored, restored, sent as messages. Not every page needs it.
export { restoreStore } from './conversation/restore-store.ts'
export { serializeStore } from './conversation/serialize-store.ts'
export { toMessages } from './conversation/to-messages.ts'
export type { OutgoingMessage } from './store/model/types.ts'
