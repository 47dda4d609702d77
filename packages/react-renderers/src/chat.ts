// The public entry @pf/react-renderers/chat.
export type { ChatExample, PfChatProps } from './chat/pf-chat.tsx'
export { PfChat } from './chat/pf-chat.tsx'
