/** On Node a timer of ours should not keep the process alive; browsers and workers have no such thing. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
