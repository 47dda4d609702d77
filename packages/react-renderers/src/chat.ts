// The public entry @pf/react-renderers/chat.
export type { ChatExample } from './chat/chat-examples.tsx'
export type { PfChatProps } from './chat/pf-chat.tsx'
export { PfChat } from './chat/pf-chat.tsx'
export type { PfThreadListProps } from './chat/thread-list.tsx'
export { PfThreadList } from './chat/thread-list.tsx'
