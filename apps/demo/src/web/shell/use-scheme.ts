import { useState } from 'react'

export type Scheme = 'light' | 'dark'

/** The scheme in use and a switch; the choice outlives the page. */
export function useScheme(): { scheme: Scheme; toggle(): void } {
  const [scheme, setScheme] = useState<Scheme>(current)
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    try {
      localStorage.setItem('pf-scheme', next)
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    setScheme(next)
  }
  return { scheme, toggle }
}

function current(): Scheme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
