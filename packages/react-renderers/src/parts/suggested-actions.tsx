import type { SuggestedAction } from '@pf/core'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { plainText } from '../text/plain-text.ts'

/** Props of SuggestedActions. */
export interface SuggestedActionsProps {
  actions: readonly SuggestedAction[]
  /** Default: the provider's onAction. */
  onAction?: (action: SuggestedAction) => void
  disabled?: boolean
}

const LIMIT = 6

/** Follow-ups as buttons, six at most; nothing without actions. */
export function SuggestedActions({ actions, onAction, disabled = false }: SuggestedActionsProps) {
  const context = useRendering()
  const messages = useMessages('parts', partMessages)
  const act = onAction ?? ((action: SuggestedAction) => context.onAction?.(action.action_id, action.params))
  if (actions.length === 0) return null
  return (
    <ul className="pf-actions" aria-label={messages.suggestions}>
      {actions.slice(0, LIMIT).map((action) => (
        <li key={`${action.action_id} ${action.label}`}>
          <button type="button" className="pf-button" disabled={disabled} onClick={() => act(action)}>
            {plainText(action.label, 80)}
          </button>
        </li>
      ))}
    </ul>
  )
}
