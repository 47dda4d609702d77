import { useState } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'

/** Copies the result of `text` at the moment of the click, and confirms it in the button. */
export function CopyButton({ text, label }: { text: () => string; label?: string }) {
  const messages = useMessages('parts', partMessages)
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <button type="button" className="pf-tool" onClick={() => void copy()} onBlur={() => setCopied(false)}>
      <span aria-live="polite">{copied ? messages.copied : (label ?? messages.copy)}</span>
    </button>
  )
}
