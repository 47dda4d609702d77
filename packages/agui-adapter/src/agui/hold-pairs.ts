/**
 * Cuts a text so that no delta ends inside a surrogate pair: what may go out now, and the half that waits for its other half.
 * Halves that never find each other become U+FFFD.
 */
export function holdPairs(held: string, text: string): { ready: string; held: string } {
  const whole = held + text
  const last = whole.charCodeAt(whole.length - 1)
  const cut = last >= 0xd800 && last <= 0xdbff ? whole.length - 1 : whole.length
  return { ready: whole.slice(0, cut).toWellFormed(), held: whole.slice(cut) }
}
