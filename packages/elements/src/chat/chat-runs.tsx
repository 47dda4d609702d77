import { PfProvider, type RunHandle, useRun } from '@pf/react-renderers'
import { PfChat, type PfChatProps } from '@pf/react-renderers/chat'
import { type ComponentProps, useEffect } from 'react'

interface ChatRunsProps {
  provider: Omit<ComponentProps<typeof PfProvider>, 'children'>
  chat: PfChatProps
  /** Called with the actions of the thread, and with undefined when they end. */
  onRun(run: RunHandle | undefined): void
}

/** The chat of one thread, and its actions for the element. */
export function ChatRuns({ provider, chat, onRun }: ChatRunsProps) {
  return (
    <PfProvider {...provider}>
      <PfChat {...chat} />
      <RunOf threadId={chat.threadId} onRun={onRun} />
    </PfProvider>
  )
}

function RunOf({ threadId, onRun }: { threadId: string; onRun: ChatRunsProps['onRun'] }) {
  const run = useRun(threadId)
  useEffect(() => {
    onRun(run)
    return () => onRun(undefined)
  }, [run, onRun])
  return null
}
