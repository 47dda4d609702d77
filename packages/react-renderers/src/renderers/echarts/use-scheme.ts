import { useSyncExternalStore } from 'react'

const queries = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)', '(forced-colors: active)'] as const

/** What of the page's look a canvas has to be told, as one text: it changes when anything of it does. */
function look(): string {
  const { theme = '', scheme = '' } = document.documentElement.dataset
  return [
    theme,
    scheme,
    document.documentElement.className,
    document.body.dataset.theme ?? '',
    ...queries.map((query) => (matchMedia(query).matches ? '1' : '0')),
  ].join('|')
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['data-theme', 'data-scheme', 'class', 'style'] })
  const media = queries.map((query) => matchMedia(query))
  for (const one of media) one.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    for (const one of media) one.removeEventListener('change', listener)
  }
}

/** How the page looks now, and whether movement and plain colours are wanted. */
export function useScheme(): { key: string; still: boolean; patterns: boolean } {
  const key = useSyncExternalStore(subscribe, look, () => '')
  const flags = key.split('|').slice(-queries.length)
  return { key, still: flags[1] === '1', patterns: flags[2] === '1' || flags[3] === '1' }
}
