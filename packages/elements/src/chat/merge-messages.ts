import type { MessageOverrides } from '@pf/react-renderers'

type ChatTexts = NonNullable<MessageOverrides['chat']>

/**
 * Returns a function that adds texts of the chat to the messages of the page, except empty ones. It returns the same object for the same
 * values, because a new one draws everything again.
 */
export function createMessageMerge(): (messages: MessageOverrides | undefined, texts: ChatTexts) => MessageOverrides | undefined {
  let last: { key: string; messages: MessageOverrides | undefined; merged: MessageOverrides } | undefined
  return (messages, texts) => {
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
    const key = JSON.stringify(given)
    if (key === '{}') return messages
    if (last?.key !== key || last.messages !== messages) last = { key, messages, merged: { ...messages, chat: { ...messages?.chat, ...given } } }
    return last.merged
  }
}
