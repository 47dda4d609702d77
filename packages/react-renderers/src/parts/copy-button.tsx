import { useState } from 'react'

/** Copies what `text` gives at the moment of the click; says so in the button. */
export function CopyButton({ text }: { text: () => string }) {
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
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  )
}
