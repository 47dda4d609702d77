/**
 * Splits a text so that no delta ends inside a surrogate pair. `ready` can be sent now; `held` is a trailing high surrogate that waits for the
 * next delta. Surrogates without a partner become U+FFFD.
 */
export function holdPairs(held: string, text: string): { ready: string; held: string } {
  const whole = held + text
  const last = whole.charCodeAt(whole.length - 1)
  const cut = last >= 0xd800 && last <= 0xdbff ? whole.length - 1 : whole.length
  return { ready: whole.slice(0, cut).toWellFormed(), held: whole.slice(cut) }
}
