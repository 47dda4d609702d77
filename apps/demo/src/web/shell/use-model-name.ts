import { useEffect, useState } from 'react'

/** Which model answers, as the server says. */
export function useModelName(): { name: string; scripted: boolean } | undefined {
  const [model, setModel] = useState<{ name: string; scripted: boolean }>()
  useEffect(() => {
    const stop = new AbortController()
    fetch('/demo/model', { signal: stop.signal })
      .then((response) => response.json())
      .then((label: { name?: unknown; scripted?: unknown }) => setModel({ name: String(label.name), scripted: label.scripted === true }))
      .catch(() => undefined)
    return () => stop.abort()
  }, [])
  return model
}
