import { cdp } from 'vitest/browser'

interface Reader {
  scheme?: 'light' | 'dark'
  /** Colours of the reader's own, as in a contrast theme. */
  forced?: boolean
  /** Prefers reduced motion. */
  still?: boolean
  /** Sees the page on paper. */
  print?: boolean
}

/** What the browser says about its reader; nothing of it with `{}`. */
export async function emulate({ scheme, forced, still, print }: Reader): Promise<void> {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  const features = [
    { name: 'prefers-color-scheme', value: scheme ?? '' },
    { name: 'forced-colors', value: forced ? 'active' : '' },
    { name: 'prefers-reduced-motion', value: still ? 'reduce' : '' },
  ]
  await session.send('Emulation.setEmulatedMedia', { media: print ? 'print' : '', features })
}
