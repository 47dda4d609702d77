/** Splits `name#fault` as a request's model may name it. */
export function splitModelName(model: string): { name: string; fault?: string } {
  const at = model.indexOf('#')
  return at === -1 ? { name: model } : { name: model.slice(0, at), fault: model.slice(at + 1) }
}
