const HIDDEN_MS = 250

/** The next animation frame; a page that draws none (hidden tab, no document) still hears of changes. */
export function frame(flush: () => void): void {
  let done = false
  const once = () => {
    if (done) return
    done = true
    flush()
  }
  if (typeof requestAnimationFrame !== 'function') return void setTimeout(once, 16)
  requestAnimationFrame(once)
  setTimeout(once, HIDDEN_MS)
}
