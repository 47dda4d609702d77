import { cdp } from 'vitest/browser'

interface Reader {
  scheme?: 'light' | 'dark'
  /** Emulates forced colours, as in a contrast theme. */
  forced?: boolean
  /** Emulates the preference for reduced motion. */
  still?: boolean
  /** Emulates print. */
  print?: boolean
}

/** Emulates user preferences in the browser. `{}` resets all of them. */
export async function emulate({ scheme, forced, still, print }: Reader): Promise<void> {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
  const features = [
    { name: 'prefers-color-scheme', value: scheme ?? '' },
    { name: 'forced-colors', value: forced ? 'active' : '' },
    { name: 'prefers-reduced-motion', value: still ? 'reduce' : '' },
  ]
  await session.send('Emulation.setEmulatedMedia', { media: print ? 'print' : '', features })
}
