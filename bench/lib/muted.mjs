/** Runs something during which libraries print nothing. */
export async function muted(run) {
  const { error, warn, log } = console
  const silent = () => {}
  Object.assign(console, { error: silent, warn: silent, log: silent })
  try {
    return await run()
  } finally {
    Object.assign(console, { error, warn, log })
  }
}
