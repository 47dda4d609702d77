import { useState } from 'react'
import { partWords } from '../messages/part-words.ts'
import { useWords } from '../messages/use-words.ts'

/** Copies what `text` gives at the moment of the click; says so in the button. */
export function CopyButton({ text, label }: { text: () => string; label?: string }) {
  const words = useWords('parts', partWords)
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
      <span aria-live="polite">{copied ? words.copied : (label ?? words.copy)}</span>
    </button>
  )
}
