import type { SuggestedAction } from '@pf/core'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { plainText } from '../text/plain-text.ts'

/** Props of SuggestedActions. */
export interface SuggestedActionsProps {
  actions: readonly SuggestedAction[]
  /** Called for a selected action. Defaults to `onAction` of the provider. */
  onAction?: (action: SuggestedAction) => void
  disabled?: boolean
}

const LIMIT = 6

/** Shows up to six suggested actions as buttons, and the number of the others. Renders nothing without actions. */
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
      {actions.length > LIMIT && <li className="pf-note">{messages.moreItems(actions.length - LIMIT)}</li>}
    </ul>
  )
}
