import { useEffect, useState } from 'react'

type Drawing = typeof import('./drawing.ts')

let loaded: Drawing | undefined

/**
 * Loads the part of the renderer that sanitizes and draws a figure; undefined until it is loaded. It is a separate chunk, because it is
 * needed only together with Plotly.
 */
export function useDrawing(): Drawing | undefined {
  const [state, setState] = useState<{ drawing: Drawing | undefined } | { error: unknown }>({ drawing: loaded })
  useEffect(() => {
    if (loaded) return undefined
    let gone = false
    import('./drawing.ts').then(
      (drawing) => {
        loaded = drawing
        if (!gone) setState({ drawing })
      },
      (error: unknown) => gone || setState({ error }),
    )
    return () => {
      gone = true
    }
  }, [])
  if ('error' in state) throw state.error
  return loaded ?? state.drawing
}
