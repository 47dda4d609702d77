import { useSyncExternalStore } from 'react'

const queries = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)', '(forced-colors: active)', 'print'] as const

/** Number of colour scheme changes in parts of the page; each chart reads the scheme at its own element. */
let scopedChanges = 0

/** A string that changes when the appearance of the page changes. */
function schemeKey(): string {
  const { theme = '', scheme = '' } = document.documentElement.dataset
  return [
    theme,
    scheme,
    document.documentElement.className,
    document.body.dataset.theme ?? '',
    String(scopedChanges),
    ...queries.map((query) => (matchMedia(query).matches ? '1' : '0')),
  ].join('|')
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target !== document.documentElement && target !== document.body)) scopedChanges++
    listener()
  })
  // `theme` is the attribute of the custom elements of @pf/elements.
  observer.observe(document.documentElement, { subtree: true, attributes: true, attributeFilter: ['data-theme', 'data-scheme', 'theme'] })
  const looks = new MutationObserver(listener)
  for (const element of [document.documentElement, document.body]) looks.observe(element, { attributes: true, attributeFilter: ['class', 'style'] })
  const media = queries.map((query) => matchMedia(query))
  for (const one of media) one.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    looks.disconnect()
    for (const one of media) one.removeEventListener('change', listener)
  }
}

/** The appearance of the page, and the user's preferences for reduced motion and patterns. */
export function useColorScheme(): { key: string; reducedMotion: boolean; patterns: boolean } {
  const key = useSyncExternalStore(subscribe, schemeKey, () => '')
  const flags = key.split('|').slice(-queries.length)
  return { key, reducedMotion: flags[1] === '1', patterns: flags[2] === '1' || flags[3] === '1' }
}
