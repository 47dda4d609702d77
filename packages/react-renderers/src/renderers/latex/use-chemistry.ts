import { useEffect, useState } from 'react'

const CHEMISTRY = /\\(?:ce|pu)\b/
let settled = false
let loading: Promise<void> | undefined

/** Loads the commands \ce and \pu of mhchem into KaTeX. After a failure, the next formula retries. */
const load = () => {
  loading ??= import('katex/contrib/mhchem').then(
    () => {
      settled = true
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

/** False while the commands for chemistry that a formula uses are being loaded. */
export function useChemistry(source: string): boolean {
  const needed = !settled && CHEMISTRY.test(source)
  const [tried, setTried] = useState(false)
  useEffect(() => {
    if (!needed) return
    let unmounted = false
    void load().then(() => unmounted || setTried(true))
    return () => {
      unmounted = true
    }
  }, [needed])
  return !needed || tried
}
